import { projectOperations } from '@noek/contract/projects/operations';
import { projectNotFound } from '../features/chat/records/projects.queries.ts';
import { createProject } from '../features/projects/create-project.ts';
import { addProjectFile } from '../features/projects/files/add-project-file.ts';
import { listProjectFiles } from '../features/projects/files/list-project-files.ts';
import { removeProjectFile } from '../features/projects/files/remove-project-file.ts';
import { listProjects, readProject } from '../features/projects/list-projects.ts';
import {
  deleteProject,
  deleteProjectForever,
  listDeleted,
  restoreProject,
} from '../features/projects/trash/project-trash.ts';
import { updateProject } from '../features/projects/update-project.ts';
import { implement } from '../transports/implement.ts';

/** The procedures and documented paths of projects. */
export const projectsApi = implement(
  projectOperations,
  {
    list: listProjects,
    create: createProject,
    project: readProject,
    update: updateProject,
    delete: deleteProject,
    restore: restoreProject,
    trash: listDeleted,
    deleteForever: deleteProjectForever,
    files: listProjectFiles,
    addFile: addProjectFile,
    removeFile: removeProjectFile,
  },
  projectNotFound,
);

import { projectOperations } from '@noek/contract/projects/operations';
import { implement } from '../../transports/implement.ts';
import { projectNotFound } from '../chat/records/projects.queries.ts';
import { createProject } from './create-project.ts';
import { addProjectFile } from './files/add-project-file.ts';
import { listProjectFiles } from './files/list-project-files.ts';
import { removeProjectFile } from './files/remove-project-file.ts';
import { listProjects, readProject } from './list-projects.ts';
import { deleteProject, deleteProjectForever, listDeleted, restoreProject } from './trash/project-trash.ts';
import { updateProject } from './update-project.ts';

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

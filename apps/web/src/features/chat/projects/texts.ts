import { trashDays } from '@noek/contract/chat/limits';
import {
  maxFilesOfProject,
  maxInstructionsLength,
  maxProjectNameLength,
  type projectColors,
} from '@noek/contract/projects/limits';
import type { ProjectMemory } from '@noek/contract/projects/schemas';
import { counted } from '../../../components/base/texts.ts';

const many = (count: number, one: string, several: string) => `${counted(count)} ${count === 1 ? one : several}`;
const conversations = (count: number) => many(count, 'conversation', 'conversations');

/** The texts of projects. */
export const projectTexts = {
  pageTitle: (name: string) => `${name} · Noek`,
  heading: 'Projects',
  label: 'Project',
  newProject: 'New project',
  colors: {
    gray: 'Grey',
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    teal: 'Teal',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
  } satisfies Record<(typeof projectColors)[number], string>,
  open: 'Open',
  rename: 'Rename',
  color: 'Colour',
  colorOf: (name: string) => `Colour of “${name}”`,
  done: 'Done',
  delete: 'Delete',
  undo: 'Undo',
  row: {
    actionsFor: (name: string) => `Actions for “${name}”`,
    newChatIn: (name: string) => `New chat in ${name}`,
    inProject: (name: string) => `In ${name}`,
    loading: (name: string) => `Loading the chats of ${name}`,
    empty: 'No chats yet',
    failed: 'Its chats could not be read.',
    more: 'Show more',
    loadingMore: 'Loading more…',
  },
  move: {
    menu: 'Move to project',
    title: 'Move to project',
    search: 'Search projects',
    list: 'Projects',
    none: 'No project has this name.',
    noneYet: 'You have no projects yet.',
    isHere: 'It is here now',
    removeFrom: (name: string) => `Remove from ${name}`,
    removeFromProjects: 'Remove from their projects',
    createNamed: (name: string) => `New project “${name}”…`,
    create: 'New project…',
    moving: (count: number) => `Moving ${conversations(count)}…`,
    moved: (count: number, name: string | null) =>
      name === null
        ? count === 1
          ? 'Removed from its project'
          : `${conversations(count)} removed from their projects`
        : count === 1
          ? `Moved to ${name}`
          : `${conversations(count)} moved to ${name}`,
    movedBack: (count: number) => (count === 1 ? 'Moved back' : `${conversations(count)} moved back`),
    failed: (count: number) => (count === 1 ? 'Failed to move conversation' : 'Failed to move some conversations'),
    gone: (count: number) => (count === 1 ? 'It no longer exists.' : 'The others no longer exist.'),
  },
  form: {
    create: 'New project',
    createLead: 'Keep the chats, files and instructions for one topic together.',
    change: 'Rename project',
    name: 'Name',
    nameRequired: 'A project needs a name.',
    nameTooLong: `The name of a project has at most ${maxProjectNameLength} characters.`,
    submitCreate: 'Create project',
    creating: 'Creating…',
    save: 'Save',
    saving: 'Saving…',
  },
  toasts: {
    renamed: 'Project renamed',
    changeFailed: 'Failed to change the project',
    deleted: 'Project moved to the trash',
    deleteFailed: 'Failed to delete the project',
    restored: 'Project restored',
    restoreFailed: 'Failed to restore the project',
    deletedForever: 'Project permanently deleted',
    deleteForeverFailed: 'Failed to delete the project permanently',
  },
  deletion: {
    title: (name: string) => `Delete “${name}”?`,
    lead: `You can restore it from the trash for ${trashDays} days, with its instructions, files and memories.`,
    counting: 'Counting what is in it…',
    has: (chats: number, files: number, memories: number) =>
      `It has ${many(chats, 'chat', 'chats')}, ${many(files, 'file', 'files')} and ${many(memories, 'memory', 'memories')} of its own.`,
    countFailed: 'What is in it could not be counted.',
    legend: 'What happens to its chats',
    keep: 'Keep its chats',
    keepHint: 'They leave the project and stay in your list.',
    trash: 'Move its chats to the trash',
    trashHint: 'Restoring the project brings them back.',
    submit: 'Delete project',
    deleting: 'Deleting…',
  },
  trash: {
    deleteForeverQuestion: (name: string) =>
      `“${name}”, its instructions, its files and memories, and the conversations that went to the trash with it will be deleted now. This action cannot be undone.`,
  },
  missing: {
    title: 'Project not found',
    text: 'It may have been deleted, or it belongs to another account.',
  },
  page: {
    loading: 'Loading the project',
    actions: 'Actions for this project',
    nameField: 'Name of the project',
    changeColor: (color: string) => `Colour: ${color}`,
    ownColor: 'own colour',
    renameFailed: (why: string) => `Failed to rename the project. ${why}`,
    newChat: 'New chat',
    waiting: 'Waiting messages',
    chats: {
      heading: 'Chats',
      loading: 'Loading the chats of this project',
      empty: 'No chats yet',
      emptyHint: 'Write a message above, or move a chat here from its menu.',
      more: 'Show more chats',
      loadingMore: 'Loading…',
      pinned: 'Pinned',
      actionsFor: (title: string) => `Actions for “${title}”`,
    },
    instructions: {
      heading: 'Instructions',
      lead: 'How Noek should answer in this project. They are added to your instructions for all chats, and apply from the next answer.',
      label: 'Instructions of this project',
      placeholder: 'For example: The garden is a balcony that faces north. Answer briefly, in metric units.',
      length: (length: number) => `${counted(length)} / ${counted(maxInstructionsLength)}`,
      tooLong: `Instructions have at most ${counted(maxInstructionsLength)} characters.`,
      save: 'Save instructions',
      saving: 'Saving…',
      saved: 'Instructions saved',
      failed: 'Failed to save the instructions. Please try again.',
      discard: 'Discard changes',
      changedElsewhere: 'They have been changed elsewhere. Saving replaces the current version:',
      none: 'No instructions',
      unsaved: 'Not saved yet',
    },
    memory: {
      heading: 'Memory',
      legend: 'Which memories its chats use',
      choices: {
        shared: { label: 'Shared', hint: 'Its chats use and add to the memories of all your chats.' },
        own: { label: 'This project only', hint: 'What Noek learns here stays here. Other memories are not used.' },
        off: { label: 'Off', hint: 'Its chats use no memories, and nothing is remembered.' },
      } satisfies Record<ProjectMemory, { label: string; hint: string }>,
      saved: (label: string) => `Project memory: ${label.toLowerCase()}`,
      failed: 'Failed to change the memory of this project',
    },
    files: {
      heading: 'Files',
      lead: 'Given to all chats of this project.',
      count: (count: number) => `${counted(count)} of ${counted(maxFilesOfProject)}`,
      add: 'Add files',
      drop: 'Drop files to add them to this project',
      loading: 'Loading the files of this project',
      list: 'Files of this project',
      empty: 'No files yet. Add some, or drop them here.',
      uploading: (percent: number) => `Adding… ${percent}%`,
      remove: (name: string) => `Remove ${name}`,
      removeQuestion: {
        title: 'Remove this file?',
        question: (name: string) =>
          `“${name}” will no longer be given to the chats of this project. If no message has it, it is deleted.`,
        confirm: 'Remove file',
      },
      removed: 'File removed',
      removeFailed: 'Failed to remove the file',
      full: `A project can have up to ${counted(maxFilesOfProject)} files. The others were not added.`,
      offline: 'Files can be added when you are online again.',
      notReached: 'The file could not be sent.',
      download: (name: string) => `Open ${name}`,
    },
  },
} as const;

import type { Report } from '@noek/contract/reports/schemas';

/** The texts of the page of reports. */
export const reportTexts = {
  status: { label: 'Show', open: 'Open', closed: 'Closed' },
  kinds: { answer: 'Answer', share: 'Shared link', document: 'Shared document' } satisfies Record<
    Report['kind'],
    string
  >,
  links: { works: 'Link works', ended: 'No longer shared', 'taken-down': 'Taken down' } satisfies Record<
    NonNullable<Report['link']>,
    string
  >,
  reporter: 'Reported by',
  owner: 'Conversation of',
  guest: 'a guest',
  guestOrFormer: 'a guest or former account',
  formerAdministrator: 'a former administrator',
  closedBy: 'Closed by',
  note: (note: string) => `Note: ${note}`,
  open: 'Open',
  openOf: (reason: string, owner: string) => `Open the report “${reason}” about a conversation of ${owner}`,
  loading: 'Loading reports',
  empty: { open: 'No open reports', closed: 'No closed reports' },
  emptyHint: {
    open: 'What people report appears here within seconds.',
    closed: 'Reports that an administrator has closed appear here.',
  },
  more: 'Show more',
  dialog: {
    title: (reason: string) => `Report: ${reason}`,
    loading: 'Loading what was reported…',
    noted: 'Opening this was noted in the audit log, and the owner can see it.',
    region: 'What was reported',
    reported: 'Reported',
    nothing: {
      answer: 'The conversation was deleted. There is nothing to read.',
      share: 'It is no longer shared. There is nothing to read.',
      document: 'It is no longer shared. There is nothing to read.',
    } satisfies Record<Report['kind'], string>,
    moreMessages: (count: number) => `Show ${count} more`,
    done: 'Done',
  },
  steps: {
    takeDown: {
      open: 'Take link down',
      label: 'Why is the link taken down?',
      help: 'The link stops working at once, and the owner cannot share this again. The owner reads the reason, and it is part of the audit log.',
      confirm: 'Take link down',
      done: 'The link was taken down',
    },
    allowSharing: {
      open: 'Allow sharing',
      label: 'Why may it be shared again?',
      help: 'The owner can share this again. The reason is part of the audit log.',
      confirm: 'Allow sharing',
      done: 'It can be shared again',
    },
    close: {
      open: 'Close report',
      label: 'Note',
      help: 'What you found and decided. The note is part of the audit log.',
      confirm: 'Close report',
      done: 'Report closed',
    },
    working: 'One moment…',
  },
  reopen: 'Reopen report',
  reopened: 'Report reopened',
} as const;

import { z } from 'zod';
import { fileIdSchema } from '../files/schemas.ts';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { defaultProjectColor, maxInstructionsLength, maxProjectNameLength, projectColors } from './limits.ts';

export const projectIdSchema = z.string().min(1).max(64);
export const projectRefSchema = z.object({ projectId: projectIdSchema });

export const projectMemorySchema = z
  .enum(['shared', 'own', 'off'], { error: 'Choose shared, own or off.' })
  .describe("Whose memories its chats read and write: the account's, only the project's, or none.");
export type ProjectMemory = z.infer<typeof projectMemorySchema>;

/** How to answer, in an account's or a project's chats; empty for none. */
export const instructionsSchema = z
  .string({ error: 'Write the instructions as text.' })
  .overwrite(trimmed)
  .max(maxInstructionsLength, `Instructions have at most ${maxInstructionsLength.toLocaleString('en-US')} characters.`);

const projectNameSchema = z
  .string({ error: 'A project needs a name.' })
  // One line, because lists and menus show a name within a line of their own.
  .overwrite((name) => trimmed(name.replace(/[\s\p{Cc}]+/gu, ' ')))
  .min(1, 'A project needs a name.')
  .max(maxProjectNameLength, `The name of a project has at most ${maxProjectNameLength} characters.`);

const colorProblem = `Choose one of these colors: ${projectColors.join(', ')}.`;
const projectColorSchema = z
  .string({ error: colorProblem })
  .regex(new RegExp(`^(?:${projectColors.join('|')}|#[0-9a-fA-F]{6})$`), colorProblem)
  .describe('The name of a color, or #rrggbb.');

export const projectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    instructions: z.string(),
    memory: projectMemorySchema,
    color: z.string(),
    createdAt: isoDateSchema,
    updatedAt: isoDateSchema,
    deletedAt: isoDateSchema.nullable().describe('When it was moved to the trash.'),
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof projectSchema>;

const projectFieldsSchema = z.object({
  name: projectNameSchema,
  instructions: instructionsSchema,
  memory: projectMemorySchema,
  color: projectColorSchema,
});

export const createProjectInputSchema = projectFieldsSchema.extend({
  instructions: instructionsSchema.default(''),
  memory: projectMemorySchema.default('shared'),
  color: projectColorSchema.default(defaultProjectColor),
});
export type CreateProjectInput = z.output<typeof createProjectInputSchema>;
/** Absent fields keep their values. At least one is needed, which the verb checks. */
export const updateProjectInputSchema = projectRefSchema.extend(projectFieldsSchema.partial().shape);
export type UpdateProjectInput = z.output<typeof updateProjectInputSchema>;

export const deleteProjectInputSchema = projectRefSchema.extend({
  conversations: z
    .enum(['keep', 'trash'], { error: 'Choose keep or trash.' })
    .default('keep')
    .describe('Whether its conversations leave it, or go into the trash with it.'),
});
export type DeleteProjectInput = z.output<typeof deleteProjectInputSchema>;

export const projectFileRefSchema = projectRefSchema.extend({ fileId: fileIdSchema });

import { type Memory, type MemoryFields, memoryFieldsSchema } from '@noek/contract/memory/schemas';

/** The initial values of a new memory. An empty category becomes the default category. */
export const emptyFields: MemoryFields = { title: '', content: '', category: '', importance: 'normal' };

/** The fields of a memory that a person can change. */
export const fieldsOf = (memory: Memory): MemoryFields => memoryFieldsSchema.parse(memory);

import { type Memory, type MemoryFields, memoryFieldsSchema } from '@noek/contract/memory';

/** What a memory's form begins with: a new one is empty, and its category is the usual one unless another is typed. */
export const emptyFields: MemoryFields = { title: '', content: '', category: '', importance: 'normal' };

/** The fields of a memory that a person can change. */
export const fieldsOf = (memory: Memory): MemoryFields => memoryFieldsSchema.parse(memory);

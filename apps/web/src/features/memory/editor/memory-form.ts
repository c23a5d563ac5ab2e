import { type Memory, type MemoryFields, memoryFieldsSchema } from '@noek/contract/memory/schemas';

/** The fields of a memory that a person can change. */
export const fieldsOf = (memory: Memory): MemoryFields => memoryFieldsSchema.parse(memory);

/** Whether a mouse or a similar pointer is used. On touch screens, focusing a field would open the keyboard. */
export const hasFinePointer = (): boolean => window.matchMedia('(pointer: fine)').matches;

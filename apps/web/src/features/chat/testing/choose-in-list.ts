import { fireEvent, screen } from '@testing-library/react';

/** Chooses from the menu above the rows: "Select", "New project". */
export async function chooseInList(item: string): Promise<void> {
  const button = await screen.findByRole('button', { name: 'List actions' });
  button.focus();
  fireEvent.keyDown(button, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

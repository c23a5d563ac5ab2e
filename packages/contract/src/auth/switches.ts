/**
 * The switches of a person, which decide what Noek may do with their messages. The text is the refusal of a value that is neither on nor
 * off.
 */
const switches = {
  allowModelTraining: 'Model training is either allowed or not: true or false.',
  memoryEnabled: 'Memory is either on or off: true or false.',
} as const;

export type PersonSwitch = keyof typeof switches;
export type PersonSwitches = { [Name in PersonSwitch]: boolean };

export const personSwitches = Object.keys(switches) as PersonSwitch[];

/** The message for a refused value of a switch. */
export const switchProblem = (name: PersonSwitch): string => switches[name];

/** The switches, each made from its name. */
export const eachSwitch = <Made>(make: (name: PersonSwitch) => Made) =>
  Object.fromEntries(personSwitches.map((name) => [name, make(name)])) as { [Name in PersonSwitch]: Made };

/** The switches alone of something that has more, such as a user or the columns of users. */
export const switchesOf = <From extends { [Name in PersonSwitch]: unknown }>(from: From) =>
  eachSwitch((name) => from[name]) as Pick<From, PersonSwitch>;

/** Ends the command with one sentence instead of a stack trace. */
export class Refusal extends Error {
  /**
   * @param {string} message a complete sentence
   * @param {number} exitCode
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

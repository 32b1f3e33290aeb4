// The error of a request that cannot be answered, whatever answers it.

export class ServerError extends Error {
  /**
   * @param {string} message
   * @param {number} status as of HTTP; 400 and above
   */
  constructor(message, status = 400) {
    super(message);
    this.status = status;
  }
}

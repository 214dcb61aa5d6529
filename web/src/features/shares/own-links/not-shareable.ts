/** The choice cannot be shared: the message says what, and why. */
export class NotShareable extends Error {
  override name = 'NotShareable'
}

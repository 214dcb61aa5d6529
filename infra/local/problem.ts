/** A failure whose cause is known: shown as its one sentence (what is wrong, what to do), without a stack. */
export class Problem extends Error {
  override name = 'Problem'
}

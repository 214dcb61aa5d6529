/** A failure with a known cause. Its message (what is wrong, what to do) is printed without a stack trace. */
export class Problem extends Error {
  override name = 'Problem'
}

/** The work of a program. A problem ends it with exit code 1 and its message. */
export async function orSentence(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    process.exitCode = 1
  }
}

/** Why a server could not be reached. A host with several addresses fails with an error that has no message, only those of each. */
export function reasonOf(error: unknown): string {
  const { errors = [], message, code } = error as NodeJS.ErrnoException & { errors?: Error[] }
  return errors.map((each) => each.message).join(', ') || message || code || 'it does not answer'
}

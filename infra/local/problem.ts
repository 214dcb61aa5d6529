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

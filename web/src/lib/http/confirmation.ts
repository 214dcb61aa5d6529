import { hasCode } from './api-error'

type Ask = () => Promise<boolean>
let ask: Ask | undefined

/** Registers what asks the user whether it is them. @returns removes it */
export function onConfirmationRequired(asking: Ask): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = undefined
  }
}

/** Runs a call; if it needs a confirmed session, asks the user, and then runs it once more. @throws as the call, also if the user declines */
export async function withConfirmation<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!hasCode(error, 'confirmation-required') || !(await ask?.())) throw error
    return run()
  }
}

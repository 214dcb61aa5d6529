import { AppError } from '@jaanch/contracts/errors'
import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'

/**
 * Asks what was not confirmed. All questions are asked at once.
 * @param confirmed the codes that the sender confirms
 * @param follows the current report: what is confirmed counts for it alone if the request names it
 * @throws AppError confirmation-needed, with the questions
 */
export function askUnlessConfirmed(
  questions: readonly Question[],
  confirmed: readonly QuestionCode[],
  follows: string | null,
): void {
  const open = questions.filter(({ code }) => !confirmed.includes(code))
  if (open.length === 0) return
  const text = open.map((one) => one.text).join(' ')
  throw new AppError('confirmation-needed', text, { details: { questions: open, follows } })
}

/** What is recorded about an action of an operator: who and why. */
import { userInfo } from 'node:os'
import { InvalidArgumentError } from 'commander'

export function parseReason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text.trim()
}

/** The account that runs the command; a container may have none. */
export function operator(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

import type { JaanchEvent, Recorded } from '@jaanch/contracts/events/registry'
import { type Append, type Appended, VersionConflictError } from './append.ts'
import type { Appender } from './appender.ts'
import { type Queryable, readStream } from './read.ts'

export type Decision = {
  appender: Appender
  db: Queryable
  streamId: string
  /** Decides on the stream's events; throws to refuse. No events: there is nothing to record. */
  decide: (history: Recorded[]) => readonly (JaanchEvent & { at?: Date })[]
} & Omit<Append, 'streamId' | 'expected' | 'events'>

const mostAttempts = 4

/**
 * Decides on a stream's fresh state and records the outcome; on a conflict reads again and decides again, a few times.
 * @returns what was appended, or undefined when the decision had nothing to record
 * @throws VersionConflictError when others were faster each time, and whatever `decide` throws
 */
export async function decideAndAppend(decision: Decision): Promise<Appended | undefined> {
  const { appender, db, decide, streamId, ...rest } = decision
  for (let attempt = 1; ; attempt += 1) {
    const history = await readStream(db, streamId)
    const events = decide(history)
    if (events.length === 0) return undefined
    try {
      return await appender.append({ ...rest, streamId, events, expected: history.length })
    } catch (error) {
      if (!(error instanceof VersionConflictError) || attempt === mostAttempts) throw error
    }
  }
}

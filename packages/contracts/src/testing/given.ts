import { expect } from 'vitest'
import { type Decider, type Decision, fold } from '../decider.ts'
import type { ErrorCode } from '../errors.ts'

type When<Command, Event> = {
  when(
    command: Command,
    at?: Date,
  ): {
    then(expected: Event[] | ErrorCode): void
    decision: Decision<Event>
  }
}

/**
 * Tests of decisions: `given(events).when(command).then(events)`, or `.then('wrong-status')`.
 * @param now default time of the decisions
 */
export function givenFor<State extends { status: string }, Command, Event>(
  decider: Decider<State, Command, Event>,
  now: Date,
): (history: Event[]) => When<Command, Event> {
  return (history) => ({
    when(command, at = now) {
      const decision = decider.decide(fold(decider, history), command, at)
      return {
        decision,
        // biome-ignore lint/suspicious/noThenProperty: given–when–then; it is never awaited
        then: (expected) =>
          expect(decision).toEqual(
            typeof expected === 'string' ? { refused: expected } : { events: expected },
          ),
      }
    },
  })
}

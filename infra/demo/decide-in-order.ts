import type { JaanchEvent } from '@jaanch/contracts/events/registry'
import type { Decider } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { Moment } from './timeline.ts'

/** A command that someone gave, and the rows that were written with what came of it. */
export type Step<Command> = Pick<Moment, 'at' | 'rows' | 'before'> & { actor: string; command: Command }

/**
 * Decides a stream's commands one after the other, each at its own time, as the services would have done.
 * @throws when one is refused or changes nothing: the demo's plan is wrong then
 */
export function decideInOrder<State, Command extends { type: string }, Event extends JaanchEvent>(
  decider: Decider<State, Command, Event>,
  streamId: string,
  steps: readonly Step<Command>[],
): Moment[] {
  let state = decider.initial
  let version = 0
  return steps.map(({ at, before, rows = {}, actor, command }, index) => {
    const decision = decider.decide(state, command, at)
    const problem = 'refused' in decision ? decision.refused : 'nothing to record'
    if ('refused' in decision || decision.events.length === 0)
      throw new Error(`The demo can't ${command.type} in ${streamId}: ${problem}`)
    const { events } = decision
    const expected = version
    version += events.length
    state = events.reduce(decider.evolve, state)
    return {
      at,
      ...(before && { before }),
      rows,
      append: {
        id: appendIdOf('demo', streamId, index),
        streamId,
        expected,
        events: events.map((event: JaanchEvent) => ({ ...event, at })),
        actor,
      },
    }
  })
}

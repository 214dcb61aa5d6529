import type { ErrorCode } from './errors.ts'

/** Accepted with events to record (none: the state is already as requested), or refused with a reason. */
export type Decision<Event> = { events: Event[] } | { refused: ErrorCode }

/** Pure: a decision depends only on the state, the command and `now`. */
export type Decider<State, Command, Event, Kind extends string = string> = {
  /** The streams that it decides on */
  readonly kind: Kind
  readonly initial: State
  readonly decide: (state: State, command: Command, now: Date) => Decision<Event>
  readonly evolve: (state: State, event: Event) => State
}

/** @returns the state after a stream's events, in order */
export function fold<State, Event>(
  decider: { initial: State; evolve: (state: State, event: Event) => State },
  events: Iterable<Event>,
): State {
  let state = decider.initial
  for (const event of events) state = decider.evolve(state, event)
  return state
}

/** Whether a status allows a command: `go` to decide, `done` if there is nothing to change, or the reason of the refusal. */
export type Verdict = 'go' | 'done' | ErrorCode

export function accept<Event>(...events: Event[]): { events: Event[] } {
  return { events }
}

export function refuse(refused: ErrorCode): { refused: ErrorCode } {
  return { refused }
}

/** Decides several commands, each on the state after the earlier ones. @returns the events of all, or the first refusal */
export function decideAll<State, Command, Event>(
  decider: Decider<State, Command, Event>,
  state: State,
  commands: readonly Command[],
  now: Date,
): Decision<Event> {
  const events: Event[] = []
  let current = state
  for (const command of commands) {
    const decision = decider.decide(current, command, now)
    if ('refused' in decision) return decision
    for (const event of decision.events) current = decider.evolve(current, event)
    events.push(...decision.events)
  }
  return { events }
}

/** A stream with an impossible sequence of events: not written through `decide`. */
export class CorruptStreamError extends Error {
  override name = 'CorruptStreamError'
}

/** The default branch of `evolve`: an event type that it does not handle does not compile. */
export function unknownEvent(event: never): never {
  throw new CorruptStreamError(`Unknown event ${JSON.stringify(event)}`)
}

/** @throws CorruptStreamError: the stream begins with the wrong event, or creates the same thing twice */
export function outOfPlace(event: { type: string }, status: string): never {
  throw new CorruptStreamError(`${event.type} can't happen to a thing in status ${status}`)
}

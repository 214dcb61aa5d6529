import { UnknownKindError } from '@jaanch/domain/notifications/templates'
import { UnreadableEventError } from '@jaanch/eventlog/read'
import { UnhandledEventError } from '../work/handler.ts'

/** This release does not know an event or a kind of message that a newer one wrote. */
export type NewerReleaseError = UnhandledEventError | UnreadableEventError | UnknownKindError

/** Another attempt of this process would fail as well, one of the release that wrote or wants it will not. */
export function isOfNewerRelease(error: unknown): error is NewerReleaseError {
  return (
    error instanceof UnhandledEventError ||
    error instanceof UnknownKindError ||
    (error instanceof UnreadableEventError && error.isNewer)
  )
}

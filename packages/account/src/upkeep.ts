import type { Services } from '@jaanch/platform/http/served'
import { deleteOldTickets } from './second-factors/tickets.ts'
import { deleteExpiredResets } from './sessions/set-password.ts'

/** Secrets that have expired, with the messages that contain them: the API deletes them every ten minutes. */
export const accountUpkeep: readonly {
  /** For the log, if it fails */
  what: string
  work: (services: Pick<Services, 'accountsDb' | 'contactCodes' | 'now'>) => Promise<unknown>
}[] = [
  {
    what: 'deleting expired password resets',
    work: ({ accountsDb, now }) => deleteExpiredResets(accountsDb, now()),
  },
  {
    what: 'deleting old tickets of second factors',
    work: ({ accountsDb, now }) => deleteOldTickets(accountsDb, now()),
  },
  { what: 'deleting old one-time codes', work: ({ contactCodes }) => contactCodes.deleteOld() },
]

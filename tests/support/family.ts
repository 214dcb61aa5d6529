import { peopleCalls } from '@jaanch/account/people/api'
import { relativeConsent } from '@jaanch/account/people/relative-consent'
import type { BodyInput } from '@jaanch/contracts/http/route'
import type { Person } from './people.ts'

type Member = BodyInput<typeof peopleCalls.addFamilyMember>

/** Adds the customer's adult mother, unless `change` says otherwise. */
export function addFamilyMember({ client }: Person, change: Partial<Member> = {}) {
  const body: Member = { name: 'Kamala Joshi', relationship: 'Mother', ...change }
  return client.call(peopleCalls.addFamilyMember, { body })
}

/** Records that an adult relative agrees to show the customer their results. */
export function giveConsent({ client }: Person, id: string) {
  return client.call(peopleCalls.giveRelativeConsent, {
    params: { id },
    body: { version: relativeConsent.version },
  })
}

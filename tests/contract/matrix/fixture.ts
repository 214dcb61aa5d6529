/** The accounts of the matrix: two sides that must never see anything of each other. */
import { peopleCalls } from '@jaanch/account/people/api'
import { bookingCalls } from '@jaanch/booking/api'
import { createClient } from '../../support/client.ts'
import {
  addressInput,
  applyAsLab,
  createAdmin,
  createApprovedLab,
  createPackage,
  createUser,
  type Lab,
  openSession,
  type Person,
  tokens,
} from '../../support/people.ts'
import type { Stack } from '../../support/stack.ts'

type StackAccess = Pick<Stack, 'url' | 'database'>

export type Side = {
  customer: Person & { addressId: string; familyMemberId: string }
  lab: Lab
  /** Texts and ids that only this side and admins may read. */
  marks: readonly string[]
}
export type MatrixFixture = StackAccess & {
  admin: Person
  sides: readonly [Side, Side]
  packageId: string
  /** A lab that is not approved */
  applicant: Lab
  /** A lab that was suspended, with the token of the session that it had before */
  suspended: Lab
}

export async function createFixture(stack: StackAccess): Promise<MatrixFixture> {
  const admin = await createAdmin(stack)
  const packageId = await createPackage(stack.database)
  const sides = [
    await createSide(stack, admin, 'Amarnath'),
    await createSide(stack, admin, 'Banerjee'),
  ] as const
  const [applicant, suspended] = [await createApplicant(stack), await createApprovedLab(stack.url, admin)]
  await admin.client.call(bookingCalls.suspendLabPartner, {
    params: { id: suspended.labPartnerId },
    body: { reason: 'Its licence has expired' },
  })
  // of a later token
  await openSession(stack.database, suspended.id)
  return { ...stack, admin, packageId, sides, applicant, suspended }
}

async function createSide(stack: StackAccess, admin: Person, name: string): Promise<Side> {
  const id = await createUser(stack.database, 'customer')
  const email = `customer.${name}.${id}@example.org`
  await stack.database.asOwner('update users set name = $2, email = $3 where id = $1', [id, name, email])
  const token = tokens.issue({ id, tokenVersion: 1 })
  const client = createClient(stack.url, token)
  const street = `1 ${name} Street`
  const address = await client.call(peopleCalls.addAddress, { body: { ...addressInput, street } })
  const member = await client.call(peopleCalls.addFamilyMember, {
    body: { name: `Mother of ${name}`, relationship: 'Mother' },
  })
  const customer = { id, token, client, addressId: address.id, familyMemberId: member.id }
  const lab = await createApprovedLab(stack.url, admin)
  await openSession(stack.database, lab.id)
  return {
    customer,
    // no call ends it
    lab: { ...lab, token: tokens.issue({ ...lab, tokenVersion: 1 }) },
    marks: [name, id, address.id, member.id],
  }
}

/** A lab under review. No login issues a token for it: this one represents a leaked token. */
async function createApplicant({ url, database }: StackAccess): Promise<MatrixFixture['applicant']> {
  const { id: labPartnerId, email } = await applyAsLab(url)
  const { rows } = await database.asOwner('select user_id as id from lab_partners where id = $1', [
    labPartnerId,
  ])
  const { id } = rows[0]
  await openSession(database, id)
  const token = tokens.issue({ id, tokenVersion: 1 })
  return { id, labPartnerId, email, token, client: createClient(url, token) }
}

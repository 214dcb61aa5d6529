/** The people of the matrix and things for them to ask about: two sides that must never see anything of each other. */
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { clientOf } from '@jaanch/tests/support/client'
import {
  anAddress,
  anAdmin,
  applyAsLab,
  approvedLab,
  type House,
  insertPackage,
  insertUser,
  type Lab,
  type Person,
  tokens,
} from '@jaanch/tests/support/people'

export type Side = {
  customer: Person & { addressId: string; familyMemberId: string }
  lab: Lab
  /** Texts and ids that only this side and admins may ever read. */
  marks: readonly string[]
}
export type World = House & {
  admin: Person
  sides: readonly [Side, Side]
  packageId: string
  /** Applied and was not approved */
  applicant: Person & { labPartnerId: string; email: string }
}

export async function aWorld(house: House): Promise<World> {
  const admin = await anAdmin(house)
  const packageId = await insertPackage(house.database)
  const sides = [await aSide(house, admin, 'Amarnath'), await aSide(house, admin, 'Banerjee')] as const
  return { ...house, admin, packageId, sides, applicant: await anApplicant(house) }
}

async function aSide(house: House, admin: Person, name: string): Promise<Side> {
  const id = await insertUser(house.database, 'customer')
  const email = `customer.${name}@example.org`
  await house.database.asOwner('update users set name = $2, email = $3 where id = $1', [id, name, email])
  const token = tokens.issue({ id, role: 'customer', tokenVersion: 1, labPartnerId: null })
  const client = clientOf(house.url, token)
  const street = `1 ${name} Street`
  const address = await client.call(peopleRoutes.addAddress, { body: { ...anAddress, street } })
  const member = await client.call(peopleRoutes.addFamilyMember, {
    body: { name: `Mother of ${name}`, relationship: 'Mother' },
  })
  const customer = { id, token, client, addressId: address.id, familyMemberId: member.id }
  return { customer, lab: await approvedLab(house.url, admin), marks: [name, id, address.id, member.id] }
}

/** A lab whose application nobody has decided. No login gave it this token: it stands for one that got out somehow. */
async function anApplicant({ url, database }: House): Promise<World['applicant']> {
  const { id: labPartnerId, email } = await applyAsLab(url)
  const { rows } = await database.asOwner('select user_id as id from lab_partners where id = $1', [
    labPartnerId,
  ])
  const { id } = rows[0]
  const token = tokens.issue({ id, role: 'lab-partner', tokenVersion: 1, labPartnerId })
  return { id, labPartnerId, email, token, client: clientOf(url, token) }
}

import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { labStaffRoutes } from '@jaanch/contracts/http/lab-staff'
import type { LabStaffRole } from '@jaanch/contracts/staff-roles'
import type { Client } from '@jaanch/tests/support/client'
import { signIn } from '@jaanch/tests/support/participants'

/** Who does what in a lab, as session tokens. In a lab without such a person the owner does it. */
export type LabStaff = {
  owner: string
  collectors: readonly { id: string; token: string }[]
  desk: string
  technician: string
  /** undefined: the lab releases its reports without a signature */
  pathologist: string | undefined
}

/** Signs in the people of a lab of the demo. @param password that all of them have */
export async function signInStaff(client: Client, owner: string, password: string): Promise<LabStaff> {
  const byOwner = client.as(owner)
  const people = (await byOwner.call(labStaffRoutes.listLabStaff)).filter(({ status }) => status === 'active')
  const signInAll = (role: LabStaffRole) =>
    Promise.all(
      people
        .filter(({ labRole }) => labRole === role)
        .map(async ({ id, email }) => ({ id, token: await signIn(client, email, password) })),
    )
  const [collectors, [desk], [technician], [pathologist]] = await Promise.all([
    signInAll('collector'),
    signInAll('front-desk'),
    signInAll('technician'),
    signInAll('pathologist'),
  ])
  const able = await byOwner.call(collectionRoutes.listCollectors)
  const owners = able.filter(({ id }) => !people.some((person) => person.id === id))
  return {
    owner,
    collectors: collectors.length > 0 ? collectors : owners.map(({ id }) => ({ id, token: owner })),
    desk: desk?.token ?? owner,
    technician: technician?.token ?? owner,
    pathologist: pathologist?.token,
  }
}

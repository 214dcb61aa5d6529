import { changeStaffRole } from '@jaanch/account/users/change-standing'
import { type StaffRole, staffRoles } from '@jaanch/contracts/staff-roles'
import { inTransaction } from '@jaanch/platform/postgres'
import { Argument, Command } from 'commander'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { details } from '../help.ts'
import { operatorActor } from '../record-command.ts'
import { withStack } from '../stack.ts'

export function staffRoleCommand(): Command {
  return new Command('staff-role')
    .description('gives an admin another role, and signs them out everywhere; there is always an owner')
    .argument('<admin>', 'the e-mail address or the id of the admin')
    .addArgument(new Argument('<role>', 'what the admin may do').choices(staffRoles))
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details('staff-role priya@example.org support', 'staff-role priya@example.org owner --json'),
    )
    .action((admin: string, staffRole: StaffRole, { json = false }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const changed = await setStaffRole(pool, admin, staffRole)
        if (json) return console.log(JSON.stringify({ changed, staffRole }, null, 2))
        console.log(
          changed
            ? `The admin is signed out, and has the role ${staffRole} from the next login on.`
            : `The admin has the role ${staffRole} already.`,
        )
      }),
    )
}

/** @returns false if the admin has the role. @throws Problem if there is no such admin, or it is the last owner */
function setStaffRole(pool: pg.Pool, admin: string, staffRole: StaffRole): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "select id from users where role = 'admin' and (lower(email) = lower($1) or id::text = lower($1))",
      [admin.trim()],
    )
    const userId = rows[0]?.id
    const change = userId && { userId, staffRole, actor: operatorActor() }
    const outcome = change ? await changeStaffRole(client, change) : 'not-found'
    if (outcome === 'not-found') throw new Problem('There is no such admin.')
    if (outcome === 'last-owner') throw new Problem('This is the last owner: make another admin one first.')
    return outcome === 'changed'
  })
}

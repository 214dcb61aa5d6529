import { insertAudit } from '@jaanch/account/audit/audit'
import { renewSetUpCode } from '@jaanch/account/second-factors/recovery-codes'
import { formatNumber } from '@jaanch/operations/format'
import { Command } from 'commander'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'

export function removeSecondFactorCommand(): Command {
  return new Command('remove-second-factor')
    .description(
      'for a lab or an admin who lost the second factors, or gets no mail: removes them, and gives a code to set one up',
    )
    .argument('<user>', 'the e-mail address or the id of the user')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details('remove-second-factor asha@lab.example', 'remove-second-factor asha@lab.example --json'),
    )
    .action((user: string, { json = false }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const { removed, setUpCode } = await removeSecondFactors(pool, user)
        if (json) return console.log(JSON.stringify({ removed, setUpCode }, null, 2))
        console.log(
          removed === 0
            ? 'The user had no second factor.'
            : `${formatNumber(removed)} removed, and the recovery codes. The user is signed out, and signs in with the password alone; where ` +
                'REQUIRE_STAFF_MFA is 1, with a new second factor.',
        )
        console.log(aboutCode(setUpCode))
      }),
    )
}

export function aboutCode(setUpCode: string): string {
  return `Setting up the first second step needs a code: the one that is mailed then, or ${setUpCode}, which works once.`
}

/** @returns how many there were, and the code for a new one. @throws Problem if there is no such user */
async function removeSecondFactors(pool: pg.Pool, user: string) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>(
      'select id from users where lower(email) = lower($1) or id::text = lower($1) for no key update',
      [user.trim()],
    )
    const [found] = rows
    if (!found) throw new Problem('There is no such user.')
    const { rowCount } = await client.query('delete from second_factors where user_id = $1', [found.id])
    const removed = rowCount ?? 0
    if (removed > 0) {
      // a session that somebody else opened with the lost device ends too
      await client.query('delete from sessions where user_id = $1', [found.id])
      await client.query('update users set token_version = token_version + 1 where id = $1', [found.id])
      await insertAudit(client, [
        { action: 'second-factor-removed', actor: 'operator', userId: found.id, details: { removed } },
      ])
    }
    const setUpCode = await renewSetUpCode(client, found.id)
    await insertAudit(client, [{ action: 'recovery-codes-renewed', actor: 'operator', userId: found.id }])
    await client.query('commit')
    return { removed, setUpCode }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

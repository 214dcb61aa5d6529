import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readStatus } from '@jaanch/operations/now/status'
import { findTroubles } from '@jaanch/operations/now/troubles'
import { readMessagePage } from '@jaanch/operations/outbox/outbox'
import { listDeadLetters, retryDeadLetter } from '@jaanch/operations/work/dead-letters'
import { continuePaused, pause } from '@jaanch/operations/work/pauses'
import { createLog } from '@jaanch/platform/logging'
import type { Closing } from '@jaanch/platform/service'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { type MailServer, startMailServer } from '@jaanch/tests/support/mail-server'
import { createUser } from '@jaanch/tests/support/people'
import { type SmsAnswer, type SmsGateway, startSmsGateway } from '@jaanch/tests/support/sms-gateway'
import { ownRedisDatabase } from '@jaanch/tests/support/stack'
import { startWorkers } from '@jaanch/workers/start'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Channel } from '../message.ts'
import { recordBounce } from './outbox-sender.ts'
import type { Providers } from './senders.ts'

const database = useTestDatabase()
let mails: MailServer
let gateway: SmsGateway
const closings: Closing[] = []
const noRedis = 'redis://127.0.0.1:1'
/** A process starts */
const whileStarting = { timeout: 120_000 }
const mailFrom = 'Jaanch <no-reply@jaanch.example>'
/** For providers that do not answer. On a busy machine one that answers may be slower: a patient worker follows. */
const shortTimeout = { timeoutMs: 400 }
const hurried = { providers: shortTimeout, attempts: 1_000 }
const patience = 600_000
const template = { method: 'POST', headers: { 'x-key': 'k' }, body: 'to={{to}}&message={{text}}' } as const

beforeEach(async () => {
  ;[mails, gateway] = await Promise.all([startMailServer(), startSmsGateway()])
  await database.asOwner('truncate dead_letters, sms_days, pauses; truncate outbox cascade')
})
afterEach(async () => {
  mails.answerNow()
  await stopWorkers()
  await Promise.all([mails.close(), gateway.close()])
})

type WorkOptions = { providers?: Partial<Providers>; attempts?: number; smsPerDay?: number }

function startWorker({ providers = {}, attempts = 20, smsPerDay = 10_000 }: WorkOptions = {}): void {
  closings.unshift(
    ...startWorkers({
      databaseUrl: database.url,
      redisUrl: noRedis,
      concurrency: 1,
      pollMs: 20,
      leaseSeconds: patience / 1_000,
      smsPerDay,
      log: createLog('test', 'silent'),
      providers: {
        mailFrom,
        smtpUrl: mails.url,
        sms: { url: gateway.url, ...template },
        timeoutMs: patience,
        ...providers,
      },
      deliveryRetryPolicy: { attempts, baseMs: 20, maxMs: 50 },
    }),
  )
}

async function stopWorkers(): Promise<void> {
  for (const close of closings.splice(0)) await close()
}

/** A worker process that can be killed or stopped. @param variables of its environment, besides the mail server */
function spawnWorker(variables: Record<string, string> = {}): ChildProcess {
  const main = fileURLToPath(new URL('../../../../services/workers/src/main.ts', import.meta.url))
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    REDIS_URL: ownRedisDatabase(inject('redisUrl')),
    SMTP_URL: mails.url,
    LOG_LEVEL: 'silent',
    ...variables,
  }
  const child = spawn(process.execPath, [main], { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Enqueues a message with a text of its own, due already. */
async function enqueue(channel: Channel = 'email', contact: { to?: string; phone?: string } = {}) {
  const userId = await createUser(database, 'customer')
  const { to = `${userId}@example.org`, phone = '+919812345678' } = contact
  await database.asOwner('update users set email = $2, phone = $3 where id = $1', [userId, to, phone])
  const id = randomUUID()
  await database.asOwner(
    `insert into outbox (id, channel, recipient_user_id, subject, body, due_at)
     values ($1, $2, $3, 'A subject', 'Dear reader & co', now() - interval '2 seconds')`,
    [id, channel, userId],
  )
  return { id, userId, to, messageId: `${id}@jaanch.example` }
}

async function rowOf(id: string) {
  const { rows } = await database.asOwner('select * from outbox where id = $1', [id])
  return rows[0]
}
const outcomeOf = async (id: string) => (await rowOf(id)).outcome

describe('a mail', () => {
  it('is sent once, under the id of its message, by several workers that poll', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => enqueue()))
    for (let n = 0; n < 3; n += 1) startWorker()
    for (const { id } of all) await expect.poll(() => outcomeOf(id)).toBe('sent')
    expect(mails.taken.map(({ messageId }) => messageId).toSorted()).toEqual(
      all.map(({ messageId }) => messageId).toSorted(),
    )
    for (const { id } of all) expect(await rowOf(id)).toMatchObject({ body: null, attempts: 1 })
  })

  it('that the server cannot take now is sent again after a pause', async () => {
    mails.mood = 'busy'
    const { id, messageId } = await enqueue()
    startWorker()
    await expect.poll(() => mails.asked).toBeGreaterThan(2)
    expect((await rowOf(id)).last_error).toBe('The mail server answered 451 to RCPT TO')
    mails.mood = 'take'
    await expect.poll(() => outcomeOf(id)).toBe('sent')
    expect(mails.taken.map((mail) => mail.messageId)).toEqual([messageId])
  })

  it('that the server refuses permanently becomes a dead letter at once, without the address', async () => {
    mails.mood = (to) => (to.startsWith('wrong') ? 'refuse' : 'take')
    const refused = await enqueue('email', { to: `wrong.${randomUUID()}@example.org` })
    const other = await enqueue()
    startWorker()
    await expect.poll(() => outcomeOf(refused.id)).toBe('dead')
    await expect.poll(() => outcomeOf(other.id)).toBe('sent')
    expect(mails.asked).toBe(2)
    const [dead] = await listDeadLetters(database.pool)
    expect(dead).toMatchObject({
      consumer: 'email',
      attempts: 1,
      error: 'The mail server answered 550 to RCPT TO',
    })
    expect(JSON.stringify(dead)).not.toContain('example.org')

    mails.mood = 'take'
    await retryDeadLetter(database.pool, dead?.id ?? 0, 'admin:test')
    await expect.poll(() => outcomeOf(refused.id)).toBe('sent')
    expect(mails.taken.at(-1)?.messageId).toBe(refused.messageId)
    expect(await listDeadLetters(database.pool)).toEqual([])
  })

  it('to a mailbox that does not exist is skipped, and the address is unproven unless it was changed meanwhile', async () => {
    mails.mood = (to) => (to.startsWith('gone') ? 'bounce' : 'take')
    const to = `gone.${randomUUID()}@example.org`
    const { id, userId } = await enqueue('email', { to })
    await database.asOwner('update users set email_proven_at = now() where id = $1', [userId])
    startWorker()
    await expect.poll(() => outcomeOf(id)).toBe('skipped')
    expect(await rowOf(id)).toMatchObject({
      last_error: 'bounced: The mail server answered 550 to RCPT TO',
      body: null,
    })
    expect(await listDeadLetters(database.pool)).toEqual([])
    const stateOf = async () => {
      const { rows } = await database.asOwner(
        `select email_proven_at is not null as "isProven", email_bounced_at is not null as "hasBounced" from users where id = $1`,
        [userId],
      )
      return rows[0]
    }
    expect(await stateOf()).toEqual({ isProven: false, hasBounced: true })
    await database.asOwner(
      `update users set email = 'new.' || email, email_proven_at = now() where id = $1`,
      [userId],
    )
    await recordBounce(database.pool, userId, to)
    expect(await stateOf()).toEqual({ isProven: true, hasBounced: false })
  })

  it('times out when the server hangs, and is sent when it answers again [V16.5.2]', async () => {
    mails.mood = 'hang'
    const hanging = await Promise.all(Array.from({ length: 25 }, () => enqueue()))
    startWorker(hurried)
    await expect.poll(async () => (await rowOf(hanging[0]?.id ?? '')).last_error).toContain('ETIMEDOUT')
    mails.mood = 'take'
    await stopWorkers()
    startWorker()
    for (const { id } of hanging) await expect.poll(() => outcomeOf(id)).toBe('sent')
    expect(new Set(mails.taken.map(({ messageId }) => messageId)).size).toBe(25)
  })

  it('that the server does not answer delays no SMS', async () => {
    mails.mood = 'late'
    const unanswered = await Promise.all(Array.from({ length: 25 }, () => enqueue()))
    startWorker()
    // as many as a worker sends at the same time
    await expect.poll(() => mails.taken.length).toBe(20)
    const sms = await enqueue('sms')
    await expect.poll(() => outcomeOf(sms.id)).toBe('sent')
    for (const { id } of unanswered) expect(await rowOf(id)).toMatchObject({ attempts: 0, outcome: null })
    mails.mood = 'take'
    mails.answerNow()
    for (const { id } of unanswered) await expect.poll(() => outcomeOf(id)).toBe('sent')
  })

  it('is sent again as the same mail when the server accepts it but answers too late or not at all', async () => {
    for (const mood of ['late', 'die'] as const) {
      mails.mood = mood
      const { id, messageId } = await enqueue()
      startWorker(hurried)
      await expect
        .poll(() => mails.taken.filter((mail) => mail.messageId === messageId).length)
        .toBeGreaterThan(0)
      await expect.poll(async () => (await rowOf(id)).attempts).toBeGreaterThan(0)
      mails.mood = 'take'
      mails.answerNow()
      await stopWorkers()
      startWorker()
      await expect.poll(() => outcomeOf(id)).toBe('sent')
      expect(mails.taken.filter((mail) => mail.messageId === messageId).length).toBeGreaterThan(1)
      await stopWorkers()
    }
    expect(new Set(mails.taken.map(({ messageId }) => messageId)).size).toBe(2)
  })

  it('is sent again as the same mail when its worker is killed before it settles the message', async () => {
    mails.mood = 'late'
    const { id, messageId } = await enqueue()
    const victim = spawnWorker()
    await expect.poll(() => mails.taken.length, whileStarting).toBeGreaterThan(0)
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    const before = mails.taken.length
    expect(await outcomeOf(id)).toBeNull()
    await database.asOwner('update outbox set leased_until = now() where id = $1', [id])
    mails.mood = 'take'
    startWorker()
    await expect.poll(() => outcomeOf(id)).toBe('sent')
    expect(mails.taken.map((mail) => mail.messageId)).toEqual(Array(before + 1).fill(messageId))
  })

  it('is not sent again by a worker that was frozen while another worker sent it', async () => {
    mails.mood = 'late'
    const all = await Promise.all(Array.from({ length: 40 }, () => enqueue()))
    const frozen = spawnWorker()
    await expect.poll(() => mails.taken.length, whileStarting).toBeGreaterThanOrEqual(20)
    frozen.kill('SIGSTOP')
    const { rows } = await database.asOwner('select id from outbox where begun_at is not null')
    const begun = new Set(rows.map(({ id }) => `${id}@jaanch.example`))
    mails.mood = 'take'
    startWorker()
    for (const { id } of all) await expect.poll(() => outcomeOf(id)).toBe('sent')
    await stopWorkers()
    frozen.kill('SIGCONT')
    mails.answerNow()
    const next = await enqueue()
    await expect.poll(() => outcomeOf(next.id)).toBe('sent')
    const again = mails.taken
      .filter(({ messageId }) => !begun.has(messageId))
      .map(({ messageId }) => messageId)
    expect(again).toHaveLength(new Set(again).size)
  })
})

describe('an SMS', () => {
  const callsOf = (id: string) => gateway.calls.filter(({ key }) => key === id)
  /** Enqueues an SMS for each answer, which the gateway gives to its first call; the next call succeeds. */
  async function enqueueAnswered(answers: readonly SmsAnswer[]) {
    const all = await Promise.all(answers.map(() => enqueue('sms')))
    gateway.answer = ({ key }) => {
      const answer = answers[all.findIndex(({ id }) => id === key)] ?? 200
      return callsOf(key).length === 1 ? answer : 200
    }
    return all
  }

  it('is one call made from the template, with the id of the message as Idempotency-Key [V1.3.7]', async () => {
    const { id } = await enqueue('sms')
    startWorker()
    await expect.poll(() => outcomeOf(id)).toBe('sent')
    expect(gateway.calls).toMatchObject([
      { key: id, body: 'to=%2B919812345678&message=Dear%20reader%20%26%20co', headers: { 'x-key': 'k' } },
    ])
  })

  it('an SMS is sent again with the same key after an error of the gateway, a hang and a lost connection', async () => {
    const answers = [500, 401, 404, 408, 429, 'hang', 'die'] as const
    const all = await enqueueAnswered(answers)
    startWorker(hurried)
    for (const { id } of all) {
      await expect.poll(() => outcomeOf(id)).toBe('sent')
      expect(callsOf(id).length).toBeGreaterThan(1)
    }
  })

  it('is not sent again before the pause that the gateway requests [V16.5.2]', async () => {
    Object.assign(gateway, { answer: 429, headers: { 'retry-after': '120' } })
    const { id } = await enqueue('sms')
    startWorker()
    await expect.poll(async () => (await rowOf(id)).attempts).toBe(1)
    const { rows } = await database.asOwner(
      `select due_at between begun_at + pause and clock_timestamp() + pause as "isPaused"
         from outbox, make_interval(secs => 120) pause where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ isPaused: true }])
  })

  it('an SMS becomes a dead letter at once when it is refused with 400, 413 or 422', async () => {
    const answers = [400, 413, 422] as const
    const all = await enqueueAnswered(answers)
    startWorker()
    for (const { id } of all) {
      await expect.poll(() => outcomeOf(id)).toBe('dead')
      expect(callsOf(id)).toHaveLength(1)
    }
    const letters = await listDeadLetters(database.pool)
    expect(letters.map(({ error }) => error).toSorted()).toEqual(
      answers.map((answer) => `The SMS gateway answered ${answer}`),
    )
  })
})

describe('the SMS of a day', () => {
  /** How many were sent on each day: a test may take place on two */
  const sentByDay = async (): Promise<number[]> =>
    (await database.asOwner('select sent from sms_days order by day')).rows.map(({ sent }) => sent)
  const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)

  it('are bounded for all workers together; the others are skipped and say why, and mails are sent', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => enqueue('sms')))
    const mail = await enqueue()
    for (let n = 0; n < 3; n += 1) startWorker({ smsPerDay: 5 })
    for (const { id } of all) await expect.poll(() => outcomeOf(id)).not.toBeNull()
    await expect.poll(() => outcomeOf(mail.id)).toBe('sent')
    const sent = await sentByDay()
    expect(Math.max(...sent)).toBe(5)
    expect(gateway.calls).toHaveLength(sum(sent))
    const { rows } = await readMessagePage(database.pool, { state: 'skipped', limit: 100 })
    expect(rows.map(({ error }) => error)).toEqual(
      Array.from({ length: 12 - sum(sent) }, () => 'the installation had 5 SMS today (SMS_PER_DAY)'),
    )
  })

  it('leave half of them to new messages, when a pause of days ends', async () => {
    const old = await Promise.all(Array.from({ length: 8 }, () => enqueue('sms')))
    await database.asOwner("update outbox set created_at = created_at - interval '2 days'")
    const today = await Promise.all(Array.from({ length: 3 }, () => enqueue('sms')))
    startWorker({ smsPerDay: 6 })
    const outcomes = (all: typeof old) => Promise.all(all.map(({ id }) => outcomeOf(id)))
    await expect.poll(async () => [...(await outcomes(old)), ...(await outcomes(today))]).not.toContain(null)
    expect((await outcomes(today)).filter((outcome) => outcome === 'sent')).toHaveLength(3)
    const { length: days } = await sentByDay()
    expect((await outcomes(old)).filter((outcome) => outcome === 'sent').length).toBeLessThanOrEqual(3 * days)
  })

  it('count one once, however often it is tried, and begin again on the next day', async () => {
    gateway.answer = ({ key }) => (gateway.calls.filter((call) => call.key === key).length < 4 ? 503 : 200)
    const { id } = await enqueue('sms')
    startWorker({ smsPerDay: 1 })
    await expect.poll(() => outcomeOf(id)).toBe('sent')
    expect([gateway.calls.length, sum(await sentByDay())]).toEqual([4, 1])

    gateway.answer = 200
    await database.asOwner('update sms_days set day = day - 1')
    const next = await enqueue('sms')
    await expect.poll(() => outcomeOf(next.id)).toBe('sent')
  })

  it('that were sent on this day in India are what operators see', async () => {
    // the next day too: it may begin at this moment
    await database.asOwner(
      `insert into sms_days (day, sent)
       select (clock_timestamp() at time zone 'Asia/Kolkata')::date + n, case n when -1 then 3 else 7 end
         from generate_series(-1, 1) n`,
    )
    const { rows } = await database.asOwner('select sms_of_today() as sent')
    expect(rows).toEqual([{ sent: 7 }])
  })
})

describe('a channel without a provider', () => {
  it('leaves the message in the outbox, with its text', async () => {
    const [mail, sms] = [await enqueue(), await enqueue('sms')]
    startWorker({ providers: { smtpUrl: undefined, sms: undefined } })
    for (const { id } of [mail, sms]) {
      await expect.poll(() => outcomeOf(id)).toBe('sent')
      expect(await rowOf(id)).toMatchObject({ subject: 'A subject', body: 'Dear reader & co' })
    }
  })

  it('keeps its messages in production until there is one, sends each once then, and none that expired', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => enqueue()))
    await database.asOwner(
      `insert into outbox (id, channel, recipient_user_id, subject, body, due_at, created_at, expires_at)
       select gen_random_uuid(), channel, recipient_user_id, subject, body, due_at - n * interval '1 ms',
              case when n % 8 = 0 then created_at - interval '31 days' else created_at end,
              case when n % 8 = 1 then now() + interval '1 hour' end
         from outbox, generate_series(1, 24) n`,
    )
    const code = await enqueue()
    await database.asOwner('update outbox set expires_at = now() where id = $1', [code.id])
    // of workers that other tests killed
    await database.asOwner('delete from processes')
    const SMS_GATEWAY = JSON.stringify({ url: gateway.url, ...template })
    const waiting = spawnWorker({ NODE_ENV: 'production', SMTP_URL: '', SMS_GATEWAY })
    const sms = await enqueue('sms')
    await expect.poll(() => outcomeOf(sms.id), whileStarting).toBe('sent')
    await expect
      .poll(() => rowOf(code.id))
      .toMatchObject({
        outcome: 'skipped',
        last_error: 'expired: the code or link in it is void',
        body: null,
      })
    const { rows } = await database.asOwner(
      'select from outbox where outcome is null and attempts = 0 and begun_at is null',
    )
    expect(rows).toHaveLength(200)
    await expect
      .poll(async () => findTroubles(await readStatus(database.pool), []).map(({ text }) => text))
      .toContain('No worker has a provider for email: set SMTP_URL. 200 messages wait.')

    waiting.kill()
    startWorker()
    await expect
      .poll(async () => (await database.asOwner('select from outbox where outcome is null')).rowCount)
      .toBe(0)
    expect(mails.taken).toHaveLength(176)
    expect(new Set(mails.taken.map(({ messageId }) => messageId)).size).toBe(176)
    for (const { id } of all) expect(await outcomeOf(id)).toBe('sent')
    const { rows: expired } = await readMessagePage(database.pool, { state: 'skipped', limit: 100 })
    expect(new Set(expired.map(({ error }) => error?.split(':')[0]))).toEqual(new Set(['expired']))
    expect(expired).toHaveLength(25)
  })
})

describe('a channel that an operator paused', () => {
  it('sends nothing, from no worker, also one that starts, until it is continued', async () => {
    startWorker()
    await pause(database.pool, 'sms', { reason: 'the bill', operator: 'operator:asha' })
    const all = await Promise.all(Array.from({ length: 5 }, () => enqueue('sms')))
    startWorker()
    for (let n = 0; n < 2; n += 1) {
      const mail = await enqueue()
      await expect.poll(() => outcomeOf(mail.id)).toBe('sent')
    }
    expect(gateway.calls).toEqual([])
    const again = pause(database.pool, 'sms', { reason: 'too', operator: 'operator:ravi' })
    await expect(again).rejects.toThrow('sms is paused already.')

    await continuePaused(database.pool, 'sms', 'operator:ravi')
    for (const { id } of all) await expect.poll(() => outcomeOf(id)).toBe('sent')
    expect(gateway.calls).toHaveLength(5)
    await expect(continuePaused(database.pool, 'sms', 'operator:ravi')).rejects.toThrow('sms is not paused.')
  })
})

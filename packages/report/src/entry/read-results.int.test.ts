import { randomUUID } from 'node:crypto'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { createParameters } from '@jaanch/tests/support/parameters'
import type { Person } from '@jaanch/tests/support/people'
import { reportInput } from '@jaanch/tests/support/reports'
import { dataUrl, pdfOf } from '@jaanch/tests/support/sample-files'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { reportLimits } from '../limits.ts'
import { submit } from '../testing/submit.ts'

const small = { reportVersions: 3, reportBytes: 4_000 }
const it = stackTest({}).extend('url', { scope: 'file' }, ({ stack }) => stack.anotherApi({ limits: small }))

const fileOf = (bytes: number) => reportInput({ fileUrl: dataUrl('application/pdf', pdfOf(bytes)) })
const values = { values: [{ code: 'TSH', value: 2.5 }] }

it.beforeAll(({ stack }) => createParameters(stack.database))

const release = (
  { token }: Pick<Person, 'token'>,
  url: string,
  id: string,
  body: object = fileOf(1_000),
  idempotencyKey: string = randomUUID(),
) => submit({ client: createClient(url, token) }, id, body, idempotencyKey)

const tooManyVersions = refusal('too-many', reportLimits.reportVersions.text(small.reportVersions))
const tooManyBytes = refusal('too-many', reportLimits.reportBytes.text(small.reportBytes))

describe("a booking's report", () => {
  it('has so many files and corrections at most; results that it lacks are added, and a repeated request is answered', async ({
    url,
    admin,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const key = randomUUID()
    expect((await release(admin, url, id)).status).toBe(201)
    expect((await release(admin, url, id)).status).toBe(201)
    const third = await release(admin, url, id, fileOf(1_000), key)
    expect(third.status).toBe(201)
    expect(await release(admin, url, id)).toMatchObject(tooManyVersions)
    expect((await release(admin, url, id, values)).status).toBe(201)
    expect(await release(admin, url, id, fileOf(1_000), key)).toMatchObject({
      status: 201,
      body: { id: third.body.id },
    })
  })
})

describe('the reports of a lab', () => {
  it('have the bytes of files that were refused among those of their day', async ({
    stack,
    url,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const broken = reportInput({
      fileUrl: dataUrl('application/pdf', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_991)])),
    })
    expect((await release(lab, url, id, broken)).body).toMatchObject({ code: 'unreadable-file' })
    expect(await release(lab, url, id, fileOf(1_001))).toMatchObject(tooManyBytes)
    expect((await release(lab, url, id, fileOf(1_000))).status).toBe(201)
    // the day after
    await stack.database.asOwner(
      "update audit set at = now() - interval '25 hours' where action = 'file-refused'",
    )
    await stack.database.asOwner("update health_report_files set created_at = now() - interval '25 hours'")
  })

  it('have so many bytes a day as files; a repeated request counts once, and values go on', async ({
    stack,
    url,
    admin,
    lab,
    bookingInStatus,
  }) => {
    const [one, two] = [await bookingInStatus('lab-processing'), await bookingInStatus('lab-processing')]
    const key = randomUUID()
    expect((await release(lab, url, one, fileOf(3_000), key)).status).toBe(201)
    expect((await release(lab, url, one, fileOf(3_000), key)).status).toBe(201)
    expect(await release(lab, url, two, fileOf(1_001))).toMatchObject(tooManyBytes)
    expect((await release(lab, url, two, fileOf(1_000))).status).toBe(201)
    expect(await release(lab, url, two, fileOf(200))).toMatchObject(tooManyBytes)
    expect((await release(lab, url, two, values)).status).toBe(201)
    // an admin's file is not the lab's
    expect((await release(admin, url, one, fileOf(2_000))).status).toBe(201)

    // the day after
    await stack.database.asOwner("update health_report_files set created_at = now() - interval '25 hours'")
    expect((await release(lab, url, two, fileOf(4_000))).status).toBe(201)
  })
})

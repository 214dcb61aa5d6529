/** Links to shared results, made and opened without a browser. */
import { createCipheriv, randomBytes } from 'node:crypto'
import type { BodyInput } from '@jaanch/contracts/http/route'
import { type ShareView, shareCalls } from '@jaanch/shares/api'
import { snapshotContentType } from '@jaanch/shares/rules'
import type { Client } from './client.ts'

/** A compact JWE with alg dir and enc A256GCM, as RFC 7516 has it; Node's cipher in place of the browser's. */
export function encryptJwe(
  text: string,
  key = randomBytes(32),
  contentType: string = snapshotContentType,
): string {
  const header = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', cty: contentType })).toString(
    'base64url',
  )
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = [iv, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return [header, '', ...parts].join('.')
}

export const sharedPasscode = 'K7M2P9'

type ShareInput = BodyInput<typeof shareCalls.createShare>

export function shareInput(change: object = {}): ShareInput {
  return {
    linkId: randomBytes(32).toString('base64url'),
    passcode: sharedPasscode,
    label: 'For Dr. Mehta',
    familyMemberId: null,
    reports: 1,
    trends: 0,
    days: 7,
    files: [{ contentType: snapshotContentType, jwe: encryptJwe('{"version":1}') }],
    ...change,
  }
}

/** Makes a share of a customer. @returns it with the random part of its address */
export async function createShare(
  client: Client,
  change: object = {},
): Promise<ShareView & { linkId: string }> {
  const body = shareInput(change)
  return { ...(await client.call(shareCalls.createShare, { body })), linkId: body.linkId }
}

/** @returns what names the file of a new link in the path of `getSharedFile` */
export async function createFileTicket(client: Client): Promise<string> {
  const { linkId } = await createShare(client)
  const { files } = await client.call(shareCalls.openShare, {
    params: { id: linkId },
    body: { recipient: 'Dr. Mehta', passcode: sharedPasscode, embeddedLengthMax: 0 },
  })
  return files[0]?.location?.split('/').at(-1) ?? ''
}

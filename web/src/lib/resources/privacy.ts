import type { ConsentPurpose } from '@jaanch/contracts/consents'
import { mutate } from 'swr'
import { useResource } from '../cache/use-resource'
import { saveFile } from '../files'
import { call } from '../http/call'
import { download } from '../http/download'

const consents = '/api/users/me/consents'

export function useConsents() {
  return useResource(consents)
}

export type ConsentAnswer = { purpose: ConsentPurpose; version: number; isGiven: boolean }

export async function answerConsent(answer: ConsentAnswer): Promise<void> {
  await mutate(consents, await call('PUT', consents, { body: answer }), { revalidate: false })
}

/** Saves everything that Jaanch holds about the user as a ZIP. */
export async function downloadMyData(password: string): Promise<void> {
  saveFile(await download('/api/users/me/export', { body: { password } }), 'jaanch-my-data.zip')
}

/** The account and everything about the person are gone afterwards. */
export async function eraseMe(password: string): Promise<void> {
  await call('POST', '/api/users/me/erase', { body: { password } })
}

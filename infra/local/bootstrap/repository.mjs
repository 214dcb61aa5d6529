import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. (`import.meta.dirname` would need Node 20.11.) */
export const repository = resolve(fileURLToPath(import.meta.url), '../../../..')

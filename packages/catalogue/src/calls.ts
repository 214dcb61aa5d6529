import { editorCalls } from './api.ts'
import { packageCalls } from './packages/api.ts'
import { priceListCalls } from './price-lists/api.ts'

export const catalogueCalls = { ...packageCalls, ...editorCalls, ...priceListCalls }

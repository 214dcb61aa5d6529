import { custodyCalls, tubeCalls } from './api.ts'
import { cashCalls } from './cash/api.ts'
import { labelCalls } from './labels/api.ts'
import { roundCalls } from './rounds/api.ts'

export const collectionCalls = { ...roundCalls, ...labelCalls, ...custodyCalls, ...tubeCalls, ...cashCalls }

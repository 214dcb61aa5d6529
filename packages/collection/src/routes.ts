import { acceptPayment, countCash, listCash } from './cash/cash.ts'
import { printLabels } from './labels/print-labels.ts'
import { findTube, listTubes } from './list-tubes.ts'
import { recordCustody } from './record-custody.ts'
import { assignCollector, listCollectors } from './rounds/collectors.ts'
import { getApproach } from './rounds/get-approach.ts'
import { getPhoneRound } from './rounds/get-phone-round.ts'
import { getCollection, getRound } from './rounds/get-round.ts'
import type { Audit } from '@jaanch/account/audit/audit'
import { checkCollector } from '@jaanch/account/lab-staff/list-staff'
import { noPassword } from '@jaanch/account/users/user-rows'
import {
  type BookingLog,
  commandBooking,
  identifyBooking,
  viewBooking,
} from '@jaanch/booking/command-booking'
import { unlessLab } from '@jaanch/booking/list/show-people'
import { commandVisitAs } from '@jaanch/booking/visit/command-visit-as'
import { isCancelled } from '@jaanch/booking/visit/visit'
import { AppError } from '@jaanch/contracts/errors'
import { qualityCalls } from '@jaanch/insight/quality/api'
import { readQuality } from '@jaanch/insight/quality/read-quality'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import { passBarrier, type Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { custodyCalls } from './api.ts'
import { cashCalls } from './cash/api.ts'
import { registerCash } from './cash/cash.ts'
import { registerListTubes } from './list-tubes.ts'
import { registerRecordCustody } from './record-custody.ts'
import { collectionCalls } from './rounds/api.ts'
import { registerGetApproach } from './rounds/get-approach.ts'
import { registerGetPhoneRound } from './rounds/get-phone-round.ts'

export const collectionRoutes = [
  recordCustody,
  assignCollector,
  listCollectors,
  getApproach,
  getRound,
  getCollection,
  getPhoneRound,
  listTubes,
  findTube,
  printLabels,
  listCash,
  countCash,
  acceptPayment,
]

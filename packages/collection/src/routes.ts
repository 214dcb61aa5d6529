import { acceptPayment, countCash, listCash } from './cash/cash.ts'
import { recordPayment } from './cash/record-payment.ts'
import { printLabels } from './labels/print-labels.ts'
import { findTube, listTubes } from './list-tubes.ts'
import { recordCustody } from './record-custody.ts'
import { assignCollector, listCollectors } from './rounds/collectors.ts'
import { getApproach } from './rounds/get-approach.ts'
import { getPhoneRound } from './rounds/get-phone-round.ts'
import { getCollection, getRound } from './rounds/get-round.ts'

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
  recordPayment,
]

import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import {
  collectionOutcomes,
  identityMethods,
  lateReasons,
  rejectionReasons,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { plannedTube, recorded, temperature, tubeNumber } from './custody.ts'

const tubes = z.array(tubeNumber).min(1)
const moved = z.object({ recorded, tubes, temperatureC: temperature.nullable() })
/** HMAC-SHA-256, hexadecimal */
const barcodeHash = z.string().regex(/^[\da-f]{64}$/)

/** The custody of a booking's tubes, in the stream of the booking. */
export const custodyEvents = {
  /** With the first event of the custody: which tubes the booking has */
  TubesPlanned: defineEvent('TubesPlanned', z.object({ tubes: z.array(plannedTube).min(1) })),
  LabelsPrinted: defineEvent('LabelsPrinted', z.object({ tubes, at: z.iso.datetime() })),
  CollectorArrived: defineEvent('CollectorArrived', z.object({ recorded })),
  /** `isConfirmed: false`: somebody else was there, or the names or dates differ */
  IdentityChecked: defineEvent(
    'IdentityChecked',
    z.object({ recorded, method: z.enum(identityMethods), isConfirmed: z.boolean() }),
  ),
  /** `code`: the hash of a pre-printed barcode, whose text is a row (tube_codes); null: the tube's own label */
  TubesDrawn: defineEvent(
    'TubesDrawn',
    z.object({
      recorded,
      tubes: z.array(z.object({ number: tubeNumber, code: barcodeHash.nullable() })).min(1),
    }),
  ),
  /** The collector gave them away, to the lab or to who brings them there */
  TubesHandedOver: defineEvent('TubesHandedOver', moved),
  /** By the lab; possibly before the draw is known, which a phone without a network sends later */
  TubesReceived: defineEvent('TubesReceived', moved),
  /** `lateReason`: after the stability window */
  TubesAccepted: defineEvent(
    'TubesAccepted',
    z.object({ recorded, tubes, lateReason: z.enum(lateReasons).nullable() }),
  ),
  TubesRejected: defineEvent(
    'TubesRejected',
    z.object({
      recorded,
      tubes: z.array(z.object({ number: tubeNumber, reason: z.enum(rejectionReasons) })).min(1),
    }),
  ),
  /** The collector left without a tube. */
  CollectionFailed: defineEvent(
    'CollectionFailed',
    z.object({ recorded, outcome: z.enum(collectionOutcomes) }),
  ),
}

export type CustodyEvent = EventOf<typeof custodyEvents>

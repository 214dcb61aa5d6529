import { idParams, instant, line, optional, text } from '@jaanch/contracts/http/fields'
import { creation, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import {
  passcodeLength,
  recipientMax,
  shareContentTypes,
  shareDays,
  shareFileMax,
  shareFilesLengthMax,
  shareFilesMax,
  shareItemsMax,
  shareLabelMax,
} from './rules.ts'

/** 32 random bytes as base64url, which the browser of the owner makes */
const linkId = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes as base64url')

/** RFC 7516, with `alg` dir (no encrypted key) and `enc` A256GCM (96 bits of IV, 128 bits of tag) */
const jwe = z
  .string()
  .max(shareFileMax, 'is too large')
  .regex(
    /^[A-Za-z0-9_-]{10,500}\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/,
    'must be a compact JWE with alg dir and enc A256GCM',
  )

export const lookView = z.object({
  id: z.int(),
  at: instant,
  /** Shortened: of an IPv4 address the first three numbers, of an IPv6 address the /48 */
  network: z.string(),
  /** The name that the viewer entered */
  recipient: z.string(),
  /** asked: without a passcode. null: the look was not finished */
  result: z.enum(['opened', 'wrong', 'asked']).nullable(),
})

/** A link as its owner sees it. Neither the link nor the passcode is in it: the server does not know them. */
const shareView = z.object({
  id: z.uuid(),
  label: z.string(),
  /** The person whose results it has; null: the customer */
  familyMember: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  reports: z.int(),
  trends: z.int(),
  createdAt: instant,
  /** The time at which it ends or has ended */
  endsAt: instant,
  /** guessed: by too many wrong passcodes. ended: by its owner, or with the account or the consent */
  state: z.enum(['open', 'expired', 'ended', 'guessed']),
  /** How many more wrong passcodes it takes until it ends */
  triesLeft: z.int(),
  /** How often it was opened */
  opened: z.int(),
  /** The last 50, the latest first */
  looks: z.array(lookView),
})
export type ShareView = z.output<typeof shareView>
export type ShareLook = ShareView['looks'][number]

const manifestFile = z.object({
  contentType: z.string(),
  /** A compact JWE */
  embedded: z.string().optional(),
  /** In its place, if it is longer than `embeddedLengthMax`: valid for five minutes */
  location: z.string().optional(),
  lastUpdated: instant,
  status: z.literal('finalized'),
})

export const shareCalls = {
  createShare: route({
    method: 'POST',
    path: '/api/shares',
    access: ['customer'],
    summary: 'Keep encrypted copies of results behind a link that ends by itself',
    body: z.object({
      linkId,
      passcode: text(passcodeLength.max).refine(
        (passcode) => passcode.length >= passcodeLength.min,
        `must have at least ${passcodeLength.min} characters`,
      ),
      label: line(shareLabelMax),
      familyMemberId: optional(z.uuid()),
      reports: z.int().min(0).max(shareItemsMax.reports),
      trends: z.int().min(0).max(shareItemsMax.trends),
      days: z.literal([...shareDays]),
      files: z
        .array(z.object({ contentType: z.enum(shareContentTypes), jwe }))
        .min(1)
        .max(shareFilesMax)
        .refine(
          (files) => files.reduce((sum, { jwe }) => sum + jwe.length, 0) <= shareFilesLengthMax,
          'are too large together',
        ),
    }),
    bodyLimit: shareFilesLengthMax + 10_000,
    tooLarge: 'This is too much for one link. Please choose fewer reports.',
    ...creation,
    response: shareView,
  }),
  listShares: route({
    method: 'GET',
    path: '/api/shares',
    access: ['customer'],
    summary: 'The last 100 links of the customer, the latest first, with who opened them',
    response: z.array(shareView),
  }),
  endShare: route({
    method: 'POST',
    path: '/api/shares/:id/end',
    access: ['customer'],
    summary: 'End a link at once: its copies are deleted',
    params: idParams,
    response: shareView,
  }),
  openShare: route({
    method: 'POST',
    path: '/api/shl/:id',
    access: 'public',
    anyOrigin: true,
    summary:
      'The manifest of a SMART Health Link. A wrong passcode is answered 401 with `remainingAttempts`; an unknown link, one that has ' +
      'ended and one with too many wrong passcodes are the same 404',
    params: z.object({ id: linkId }),
    body: z.object({
      recipient: line(recipientMax),
      passcode: optional(z.string().max(200)),
      embeddedLengthMax: z.int().min(0).optional(),
    }),
    response: z.object({ status: z.literal('finalized'), files: z.array(manifestFile) }),
  }),
  getSharedFile: route({
    method: 'GET',
    path: '/api/shl/files/:id',
    access: 'public',
    anyOrigin: true,
    summary: 'An encrypted file of a manifest, at the location that the manifest names',
    params: z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{72}$/) }),
    response: 'file',
  }),
}

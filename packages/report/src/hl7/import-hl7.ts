import { randomUUID } from 'node:crypto'
import type { BookingSummary } from '@jaanch/booking/booking'
import { findBooking } from '@jaanch/booking/command-booking'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import type { Question } from '@jaanch/contracts/http/questions'
import { takePlace } from '@jaanch/platform/http/request-gates'
import { serveRead } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { contributionOfMessage, readExpectedParameters } from '../entry/read-results.ts'
import { recordReport } from '../entry/record-report.ts'
import { type Hl7Accepted, type Hl7Problem, type Hl7Refused, hl7Calls } from './api.ts'
import { type Header, orderNumberOf, readOru } from './oru.ts'

const orderRow = z.object({ bookingId: z.uuid() })

/**
 * Takes results as an HL7 v2 message. It is checked as a whole before anything is stored, and then goes the way of every submission of
 * values. The laboratory, the sending system and the control id are its key: a message that is sent again gets the same report.
 */
export const importHl7 = serveRead(
  hl7Calls.importHl7,
  async (
    { body: { message }, query, caller, request },
    { appender, logDb, db, readPrepared, audit, limits, checkFile, now },
  ) => {
    const stamp = () => ({ at: now().toISOString(), id: randomUUID() })
    const number = orderNumberOf(message)
    // a number of another form is a problem of the message; Postgres cannot even compare some of them
    const booking =
      number && isOrderNumber(number) ? await findOrder({ db, logDb }, number, caller) : undefined
    const expected = await readExpectedParameters(db, booking?.lines ?? [])
    const read = readOru(message, expected)
    if ('problems' in read) {
      const { problems, header } = read
      const isUnknown = number !== undefined && !booking && !problems.some(({ field }) => isOrderField(field))
      const all = isUnknown ? [...problems, noOrder(number)] : problems
      throw refusal(header ? 'invalid' : 'malformed', header, all, stamp())
    }
    const { header, orderNumber, ...results } = read
    if (!booking) throw refusal('invalid', header, [noOrder(orderNumber)], stamp())
    const { bookingId } = booking
    try {
      const report = await recordReport(
        { appender, logDb, db, readPrepared, audit, limits, checkFile, now },
        {
          bookingId,
          content: [bookingId, { message: results }],
          caller,
          keyOf: caller.labPartnerId,
          idempotencyKey: ['hl7', ...header.sender, header.controlId].join('\n'),
          requestId: request.id,
          takePlace: () => takePlace(request),
          confirmed: { codes: query.confirm, follows: query.follows },
        },
        () => contributionOfMessage(results, expected),
      )
      return { report, ack: acknowledge(header, [], stamp()) } satisfies Hl7Accepted
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      throw refusal(error.code, header, problemsOf(error), stamp(), questionsOf(error))
    }
  },
)

/** @returns the error that refuses a message, with its problems and the acknowledgement that names them. @param stamp time and id of the acknowledgement */
function refusal(
  code: ErrorCode,
  header: Header | undefined,
  problems: readonly Hl7Problem[],
  stamp: { at: string; id: string },
  asked: Asked = {},
): AppError {
  const ack = acknowledge(header, problems, stamp)
  const details: Hl7Refused = { problems: [...problems], ack, ...asked }
  return new AppError(code, summaryOf(problems), { details })
}

/** @returns the booking of an order of the caller's laboratory; undefined if it has none with this number */
async function findOrder(
  { db, logDb }: { db: DatabasePool; logDb: pg.Pool },
  number: string,
  caller: Caller,
): Promise<BookingSummary | undefined> {
  const row = await db.maybeOne(sql.type(orderRow)`
    select booking_id from orders where order_number = ${number}`)
  if (!row) return undefined
  try {
    return await findBooking({ logDb }, row.bookingId, caller)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}

const isOrderNumber = (number: string) => /^JN-\d{4}-\d{6,12}$/.test(number)

const isOrderField = (field: string) => field === 'OBR-2' || field === 'ORC-2'

/** A problem of the message as a whole. */
const problem = (field: string, text: string): Hl7Problem => ({ segment: 0, field, text })

const noOrder = (number: string) =>
  problem(
    'OBR-2',
    `Your laboratory has no order ${number}. Check the number, and whether the order is still yours.`,
  )

type Asked = Pick<Hl7Refused, 'questions' | 'follows'>

function questionsOf({ body }: AppError): Asked {
  const { questions, follows } = body as Asked
  return questions ? { questions, follows: follows ?? null } : {}
}

/** A refusal of the submission, as problems of the message. */
function problemsOf(error: AppError): Hl7Problem[] {
  return questionsOf(error).questions?.map(problemOfQuestion) ?? [problemOf(error)]
}

function problemOfQuestion({ code, text }: Question): Hl7Problem {
  return code === 'subject'
    ? problem(
        'PID-5',
        `${text} Check the order number. If it is the same person, confirm it and send the message again.`,
      )
    : problem(
        code === 'draft-waits' ? '' : 'OBX-5',
        `${text} If that is right, confirm it and send the message again.`,
      )
}

function problemOf({ code, message }: AppError): Hl7Problem {
  if (code === 'key-reused')
    return problem(
      'MSH-10',
      'A message with this control id came before, with other content. Send a correction with a control id of its own.',
    )
  if (code === 'draft-returned')
    return problem(
      'MSH-10',
      'A message with this control id came before, and a pathologist sent its report back. Send the results with a control id of their own.',
    )
  return problem('', message)
}

function summaryOf(problems: readonly Hl7Problem[]): string {
  const [first] = problems
  if (!first) return 'The message can not be taken.'
  const where = first.field === '' ? '' : `${first.field}: `
  const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : ''
  return `${where}${first.text}${more}`
}

/** Characters with a meaning in a message that we write: |^~\& */
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '~': '\\R\\',
  '&': '\\T\\',
  '\r': '\\.br\\',
  '\n': '\\.br\\',
}

function escaped(text: string): string {
  return text.replaceAll(/[\\|^~&\r\n]/g, (character) => escapes[character] ?? '')
}

/** ERR-3, HL7 table 0357: application internal error is not meant; `101` required field missing … are not told apart */
const errorCode = '207^Application error^HL70357'

/**
 * The acknowledgement of a message: MSA with AA (taken) or AE (refused), and an ERR for each problem. Segments end with CR.
 * @param header of the message; undefined if it could not be read
 * @param at the time, ISO 8601 @param id control id of the acknowledgement
 */
export function acknowledge(
  header: Header | undefined,
  problems: readonly Hl7Problem[],
  { at, id }: { at: string; id: string },
): string {
  const { sender = ['', ''], controlId = '', version = '2.5.1' } = header ?? {}
  const [application, facility] = sender.map(plainOf)
  const time = `${at.replaceAll(/\D/g, '').slice(0, 14)}+0000`
  const msh = `MSH|^~\\&|JAANCH||${application}|${facility}|${time}||ACK^R01^ACK|${id}|P|${version}||||||UNICODE UTF-8`
  const msa = `MSA|${problems.length === 0 ? 'AA' : 'AE'}|${escaped(controlId)}`
  const errors = problems.map(({ segment, field, text }) => {
    const [name = '', position = ''] = field.split('-')
    // ERR-2: segment, its number, field
    const location = segment === 0 && name === '' ? '' : `${name}^${segment}^${position}`
    return `ERR||${location}|${errorCode}|E||||${escaped(text)}`
  })
  return [msh, msa, ...errors].map((segment) => `${segment}\r`).join('')
}

/** Raw fields were escaped by their sender, whose delimiters may differ. */
function plainOf(raw: string): string {
  return /^[A-Za-z0-9 ._-]*$/.test(raw) ? raw : escaped(raw)
}

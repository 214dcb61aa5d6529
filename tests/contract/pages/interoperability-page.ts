import { someParameters } from '@jaanch/catalogue/testing/parameters'
import { acknowledge } from '@jaanch/report/hl7/import-hl7'
import { readOru } from '@jaanch/report/hl7/oru'
import { malformed } from '@jaanch/report/testing/hl7-malformed'
import { goodLines, goodMessage } from '@jaanch/report/testing/hl7-messages'

const intro = `# Exchange of health data

Results come in as FHIR R4 or HL7 v2 and go out as FHIR R4. **Not certified for ABDM**, and not checked by HL7's official validator, which is a
Java program that the tests do not run: documents are checked against the definitions of FHIR R4 (elements, cardinalities, invariants, codes of
required bindings), and not against the profiles of NRCeS.

| what | call | for |
|---|---|---|
| a report as a FHIR document | \`GET /api/health-reports/{id}/fhir\` | who may open its PDF |
| all latest reports of a person, at most 500 | \`GET /api/health-export?person=self\` or the id of a family member | the customer |
| results of a booking as FHIR | \`POST /api/bookings/{id}/report\`, content type \`application/fhir+json\` | the lab's owner, technicians and pathologists; admins of the medical role |
| results of an order as HL7 v2 | \`POST /api/lab/hl7\`, content type \`application/hl7-v2\`, \`x-application/hl7-v2+er7\` or \`text/plain\`; or JSON \`{ "message": … }\` | the lab's owner, technicians and pathologists; also at \`/lab/import\` |

## FHIR out

A document Bundle in the shape of DiagnosticReportRecord of [NRCeS' guide for ABDM](https://nrces.in/ndhm/fhir/r4/StructureDefinition-DiagnosticReportRecord.html)
(version 6.5.0): Composition (SNOMED CT 721981007), Patient, Practitioner (who of the lab released it), Organization, DiagnosticReport,
DocumentReference, Observations and Specimens. References are \`urn:uuid:\`, and the same resource has the same id in every file. The PDF is
referred to by its address, which needs a session of Jaanch. The export of a person is a collection Bundle of the same resources, without
Compositions.

| result | Observation |
|---|---|
| number | \`valueQuantity\` in the catalogue's unit (UCUM) |
| \`<5\`, \`≥20\` | \`valueQuantity\` with \`comparator\` |
| \`2–4\` | \`valueRange\` |
| word with a SNOMED CT code (reactive, detected …) | \`valueCodeableConcept\` with code and text |
| another word of a list; free text | \`valueCodeableConcept\` with text; \`valueString\` |
| number in a unit that can't be converted | \`valueQuantity\` with the unit as the lab wrote it and without code, no flag, a note. It is refused when it is read back |
| ordered and not reported | \`dataAbsentReason\` unknown |
| flag | \`interpretation\` L, H, LL, HH, N, A, and POS, NEG, RR, NR, DET, ND for words |
| interval | \`referenceRange\` with the interval that applied when the result was submitted |

Identifiers of patients, people and labs are Jaanch's own: it has no ABHA numbers, and no numbers of India's registers of doctors and facilities.
JSON numbers keep no trailing zeros: 13.0 is written 13.

## Codes and units

- Parameters have [LOINC](http://loinc.org) codes (system \`http://loinc.org\`, in HL7 v2 \`LN\`) and codes of the catalogue (system
  \`https://jaanch.example/fhir/CodeSystem/parameter\`, in HL7 v2 \`99JAANCH\`), which are needed where parameters share a LOINC code. NOTICE has the terms
  of LOINC, and every document has its notice.
- Units are UCUM; HL7 v2 also takes [the spellings of laboratories](units.md). What can be converted is converted; a unit that exists and can't be
  converted is kept without a flag; one that is not understood is a problem.

## FHIR in

A Bundle (document, collection or message) with one DiagnosticReport and its resources, or a DiagnosticReport that contains them. A message that is
not understood completely is refused.

| element | what it must have |
|---|---|
| DiagnosticReport.status | \`final\`, \`amended\`, \`corrected\`, \`appended\`, or \`partial\` (more results follow) |
| Observation.status | \`final\`, \`amended\`, \`corrected\`, or \`entered-in-error\` (the result is taken back) |
| result, hasMember | all Observations of the message |
| value[x] | one of \`valueQuantity\` (with a UCUM code, and no other unit beside it), \`valueRange\`, \`valueCodeableConcept\`, \`valueString\`; no \`component\` |
| subject | the Patient: name, birth date and gender are compared with the booking's patient |
| effectiveDateTime, effectivePeriod | when the specimen was collected; without it that of the Specimen, else that of the Observations |
| conclusion, conclusionCode, note | comments |
| interpretation | the laboratory's own critical flag (\`HH\`, \`LL\`, \`AA\`) is kept, and \`>\` or \`<\` makes a bound of a number |
| presentedForm | at most one PDF in base64 |
| modifierExtension, implicitRules, focus | nothing: a message with one is refused |

## HL7 v2 in

ORU^R01 of the versions 2.3 to 2.8.2, one order of one patient per message, at most 256 kB. Lines end with CR (LF and CRLF are taken too); the frame
of MLLP and a batch of one message are taken off. Characters are ASCII, or UTF-8 if MSH-18 says \`UNICODE UTF-8\`.

| field | what it must have |
|---|---|
| MSH-9, MSH-11, MSH-12 | \`ORU^R01\`, \`P\`, the version |
| MSH-10 | the control id: a message of the same sender (MSH-3, MSH-4) with the same id is taken once, whoever of the lab sends it again; with other content it is refused |
| PID-5, PID-7, PID-8 | name, date of birth, sex: compared with the booking's patient. What differs is refused, unless \`?confirm=subject\` says that it is the same person |
| OBR-2 (or ORC-2) | the order number \`JN-2026-000123\` |
| OBR-7 | when the specimen was collected; without it SPM-17. A time without an offset has that of MSH-7, else India's |
| ORC-1, ORC-5 | no code of a cancelled order |
| MSH-14 | empty: a message is sent whole |
| OBR-25 | \`F\`, \`C\` (its results are corrections), or \`A\` (more results follow) |
| OBX-1 | if given, 1, 2, 3 …: a gap is a lost segment |
| OBX-2, OBX-5 | \`NM\` digits; \`SN\` \`<^5\`, \`^2^-^4\`; \`ST\`, \`TX\`, \`FT\`, \`CE\`, \`CWE\` for words; \`ED\` a PDF in base64 |
| OBX-3 | \`718-7^Haemoglobin^LN\` or \`HGB^Haemoglobin^99JAANCH\` |
| OBX-6 | the unit, for numbers with one; code and text must be the same unit |
| OBX-8 | a flag. Flags are made of the intervals here, but the laboratory's own critical flag (\`HH\`, \`LL\`, \`AA\`) is kept, and \`>\` or \`<\` makes a bound of a number |
| OBX-11 | \`F\`, \`C\`, \`X\` without a value (could not be measured), or \`D\` or \`W\` (the result is taken back) |
| OBX-17 | the method |
| NTE-3 | comments: before OBR on the order, after OBX on the result |

Segments that say nothing about results (PV1, TQ1 …, and those whose names begin with Z) are ignored. A message is taken as a whole or not at all.
The answer is 201 with the report and the acknowledgement (\`ack\`), or the error with all \`problems\` (\`segment\`, \`field\`, \`text\`) and an
acknowledgement with an ERR segment for each. A message that ends exactly after a whole segment can't be told from a complete one; results that
are missing are listed in the report as not reported.

### An example
`

/** docs/interoperability.md */
export function interoperabilityPage(): string {
  const expected = { parameters: someParameters, ordered: new Set<string>() }
  const read = readOru(goodMessage, expected)
  const ack = acknowledge('problems' in read ? undefined : read.header, [], {
    at: '2026-11-20T07:00:00.000Z',
    id: 'A1',
  })
  return [
    intro,
    '```text',
    ...goodLines,
    '```',
    '',
    'is acknowledged with',
    '',
    '```text',
    ...ack.trim().split('\r'),
    '```',
    '',
    '### Malformed messages and their answers',
    '',
    'The example with one change each; a test sends all of them.',
    '',
    '| what is wrong | first problem |',
    '|---|---|',
    ...malformed.map(({ what, answer }) => `| ${what} | ${cell(answer)} |`),
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

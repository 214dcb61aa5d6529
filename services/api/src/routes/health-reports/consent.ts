/** The rule stands with the read models, because the routes of several resources need it. */
export { findConsent, listWithheld, refuseWithoutConsent } from '../../read-models/relative-consent.ts'

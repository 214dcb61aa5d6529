/** The rule stands with the read models, because the routes of several resources need it. */
export { findConsent, refuseWithoutConsent } from '../../read-models/relative-consent.ts'

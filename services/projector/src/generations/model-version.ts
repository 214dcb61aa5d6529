/**
 * The order of the model versions decides which code's read tables are live during a rolling deployment, so the version is a
 * number. The fingerprint is a hash of the tables' definition and of what the projections write for a sample log:
 * model-version.int.test.ts fails when the tables change and these two lines do not. Two branches that both changed the
 * tables conflict here, and the merged tables have a third fingerprint.
 */
export const modelVersion = 5
export const modelFingerprint = '45762a0a16926044'

/**
 * The model version of the read tables: the projector of this code writes tables of this version, and the API of this code
 * reads no others. Several versions can be live side by side during a deployment. The fingerprint is a hash of the tables'
 * definition and of what the projections write for a sample log. The projector's model-version.int.test.ts fails when the
 * tables change and these two lines do not; with `--update` it writes them. Two branches that both changed the tables conflict
 * here, and the merged tables have a third fingerprint.
 */
export const modelVersion = 16
export const modelFingerprint = '0f50f11bf9f88f06'

export const fhir = {
  summary: 'For other systems',
  download: 'Download as FHIR',
  note: 'The format that hospitals and health apps read (FHIR R4). Not certified for ABDM.',
  failed: 'Failed to download the report as FHIR',
}

export const download = { label: 'Download', failed: 'Failed to download report' }

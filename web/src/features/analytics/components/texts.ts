export const chart = {
  asTable: (title: string) => `${title} as a table`,
  table: (title: string) => `${title}, table`,
  showChart: 'Show the chart',
  showTable: 'Show the table',
  none: 'Nothing yet.',
}

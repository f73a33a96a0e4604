// Ports that follow from the API's own where none is given.

type MetricsPorts = { metricsPort: number; workerMetricsPort: number };

/** Above, or below where there is no room above; none when the API takes any free port. */
function portBeside(port: number, distance: number): number {
  if (port === 0) {
    return 0;
  }
  return port + distance > 65_535 ? port - distance : port + distance;
}

/** So far off that neighbouring ports of several APIs on one machine do not meet. */
export function metricsPorts({
  port,
  metricsPort,
  workerMetricsPort,
}: MetricsPorts & { port: number }): MetricsPorts {
  const ofWorker = metricsPort === 0 ? 0 : portBeside(port, 2000);
  return {
    metricsPort: metricsPort === -1 ? portBeside(port, 1000) : metricsPort,
    workerMetricsPort: workerMetricsPort === -1 ? ofWorker : workerMetricsPort,
  };
}

#!/usr/bin/env python3
"""An exporter as most are written in Python: prometheus_client's metrics behind its own server.

    prometheus_client_python.py PAGE PORT

It reads the page of another exporter once, and shows the same series from then on. The values of
process_* are its own.
"""

import sys
import threading

import prometheus_client
from prometheus_client import parser


def main():
    page, port = sys.argv[1:]
    registry = prometheus_client.CollectorRegistry()
    prometheus_client.ProcessCollector(registry=registry)
    known = {metric.name for metric in registry.collect()}
    with open(page, encoding="utf-8") as file:
        for family in parser.text_fd_to_metric_families(file):
            if family.name not in known:
                show(family, registry)
    prometheus_client.start_http_server(int(port), "127.0.0.1", registry)
    threading.Event().wait()


def show(family, registry):
    """Registers the series of a family."""
    histogram = family.type == "histogram"
    names = [name for name in family.samples[0].labels if not (histogram and name == "le")]
    if histogram:
        metric = prometheus_client.Histogram(
            family.name, family.documentation, names, registry=registry, buckets=bounds(family)
        )
        observe(metric, names, family.samples)
        return
    kind = {"counter": prometheus_client.Counter, "gauge": prometheus_client.Gauge}[family.type]
    metric = kind(family.name, family.documentation, names, registry=registry)
    for sample in family.samples:
        series = labelled(metric, names, sample)
        if family.type == "counter":
            series.inc(sample.value)
        else:
            series.set(sample.value)


def observe(metric, names, samples):
    """Brings the same counts and sums; a single observation also falls into the same bucket."""
    sums = {}
    for sample in samples:
        key = tuple(sample.labels[name] for name in names)
        if sample.name.endswith("_sum"):
            sums[key] = sample.value
    for sample in samples:
        if sample.name.endswith("_count"):
            total = sums[tuple(sample.labels[name] for name in names)]
            for _ in range(int(sample.value)):
                labelled(metric, names, sample).observe(total / sample.value)


def bounds(family):
    """The upper bounds of a histogram's buckets, each once."""
    return sorted({float(each.labels["le"]) for each in family.samples if "le" in each.labels})


def labelled(metric, names, sample):
    return metric.labels(*(sample.labels[name] for name in names)) if names else metric


if __name__ == "__main__":
    main()

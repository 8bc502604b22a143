// An exporter as most are written in Go: client_golang's metric vectors behind its own handler.
//
// It reads the page of another exporter once, and shows the same series from then on: the same
// names, labels and values. The values of process_* are its own.
package main

import (
	"flag"
	"log"
	"net/http"
	"os"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
)

func main() {
	address := flag.String("web.listen-address", "127.0.0.1:0", "the address to listen on")
	page := flag.String("page", "", "the page whose series are shown")
	flag.Parse()
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if err := show(*page, registry); err != nil {
		log.Fatal(err)
	}
	// What reading took is not part of what serving takes.
	debug.FreeOSMemory()
	http.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	log.Fatal(http.ListenAndServe(*address, nil))
}

// show registers all families of a page that the registry does not have yet.
func show(page string, registry *prometheus.Registry) error {
	known, err := registry.Gather()
	if err != nil {
		return err
	}
	file, err := os.Open(page)
	if err != nil {
		return err
	}
	defer file.Close()
	var parser expfmt.TextParser
	families, err := parser.TextToMetricFamilies(file)
	if err != nil {
		return err
	}
	for _, family := range known {
		delete(families, family.GetName())
	}
	for _, family := range families {
		registry.MustRegister(collector(family))
	}
	return nil
}

// collector is a vector with the series of a family.
func collector(family *dto.MetricFamily) prometheus.Collector {
	name, help, labels := family.GetName(), family.GetHelp(), labelNames(family)
	switch family.GetType() {
	case dto.MetricType_COUNTER:
		vector := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		for _, metric := range family.Metric {
			vector.With(labelsOf(metric)).Add(metric.GetCounter().GetValue())
		}
		return vector
	case dto.MetricType_GAUGE:
		vector := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
		for _, metric := range family.Metric {
			vector.With(labelsOf(metric)).Set(metric.GetGauge().GetValue())
		}
		return vector
	case dto.MetricType_HISTOGRAM:
		options := prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds(family)}
		vector := prometheus.NewHistogramVec(options, labels)
		for _, metric := range family.Metric {
			observe(vector.With(labelsOf(metric)), metric.GetHistogram())
		}
		return vector
	}
	log.Fatalf("%s is a %s, which is not expected here", name, family.GetType())
	return nil
}

// observe brings the same count and sum; a single observation also falls into the same bucket.
func observe(observer prometheus.Observer, histogram *dto.Histogram) {
	count := histogram.GetSampleCount()
	for number := uint64(0); number < count; number++ {
		observer.Observe(histogram.GetSampleSum() / float64(count))
	}
}

func bounds(family *dto.MetricFamily) []float64 {
	var bounds []float64
	for _, bucket := range family.Metric[0].GetHistogram().GetBucket() {
		bounds = append(bounds, bucket.GetUpperBound())
	}
	return bounds
}

func labelNames(family *dto.MetricFamily) []string {
	var names []string
	for _, label := range family.Metric[0].GetLabel() {
		names = append(names, label.GetName())
	}
	return names
}

func labelsOf(metric *dto.Metric) prometheus.Labels {
	labels := prometheus.Labels{}
	for _, label := range metric.GetLabel() {
		labels[label.GetName()] = label.GetValue()
	}
	return labels
}

# Everything a person does with the project; `make` alone lists it. Missing packages are installed (Debian 12), as root or
# with sudo.
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

JOBS ?= $(shell nproc)
# What pytest runs, for example: make test PYTEST='tests/api -k row07'
PYTEST ?= tests/structure tests/support tests/scripts tests/benchmarks tests/api tests/stress

.PHONY: help run build test chaos up down bench bench-compare bench-http stress capacity format lint clean

help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: build ## build, then serve on port 9999 with the embedded store ./pessoas.db
	exec build/release/bin/pessoas_api --listen 0.0.0.0:9999 --sqlite pessoas.db

build: ## optimised build: build/release/bin/pessoas_api
	scripts/install-packages build
	scripts/cmake-build release $(JOBS) pessoas_api

test: ## build with ASan and UBSan, then the unit tests and the black-box tests
	scripts/install-packages build test
	scripts/cmake-build dev $(JOBS)
	ctest --preset dev -j $(JOBS)
	scripts/python -m pytest -n $(JOBS) $(PYTEST)

chaos: build ## crash, flood and starve the optimised build; CHAOS=--full for longer
	scripts/install-packages test
	scripts/python -m pytest tests/chaos $(CHAOS)

up: build ## start the contest's topology without containers: nginx on port 9999, two instances, PostgreSQL
	scripts/install-packages serve
	scripts/topology up

down: ## stop it, and remove its database
	scripts/topology down

bench: ## micro benchmarks
	scripts/install-packages build test
	scripts/cmake-build bench $(JOBS)
	scripts/bench

bench-compare: ## micro benchmarks of two commits (10 minutes): BASE=main~5 [HEAD=main]; COMPARE='--filter ^core/' for some
	scripts/install-packages build test
	benchmarks/run compare $(BASE) $(HEAD) $(COMPARE)

bench-http: build ## what requests cost in CPU: beside nginx, and in the contest's topology (7 minutes, a quiet machine)
	scripts/install-packages serve test
	benchmarks/run http_cost
	benchmarks/run creation_cost

stress: ## the contest's stress test with Gatling (5 minutes, a quiet machine); STRESS='--rate 1200' for the doubled one
	stress-test/run-test.sh $(STRESS)

capacity: build ## the highest constant rate that the topology holds (20 minutes, a quiet machine); CAPACITY='--seconds 10'
	scripts/install-packages serve test
	scripts/cmake-build release $(JOBS) stress_load
	stress-test/find-capacity $(CAPACITY)

format: ## lay out C++, shell and Python sources
	scripts/install-packages format
	scripts/format

lint: ## static checks of all sources
	scripts/install-packages build test clang lint
	scripts/cmake-build lint --configure-only
	scripts/lint

clean: ## remove everything that was built
	rm -rf build .venv
